"""``pachamama mqtt``: tries the broker of the settings, or takes away what it keeps of this table."""

from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(help=words.say(T("Try the MQTT broker that the settings name.")))
    def mqtt(
        forget: Annotated[
            bool,
            typer.Option(
                "--forget",
                help=words.say(T("Take away everything that the broker keeps of this table.")),
            ),
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # Loaded when it is needed, not for a page of help.
        from companion.errors import Unreadable
        from companion.library import own_folder
        from companion.table.broadcast import forget_table, load_settings, settings_file, try_broker

        settings = load_settings(own_folder())
        if settings is None:
            file = str(settings_file(own_folder()))
            raise Unreadable(T("MQTT is off: no broker is named under [mqtt] in {file}.", file=file))
        if forget:
            forget_table(settings)
            typer.echo(words.say(T("The broker keeps nothing of “{table}” any more.", table=settings.table)))
            return
        try_broker(settings)
        topic = settings.topic("#")
        typer.echo(words.say(T("The broker answers. This table is heard under {topic}.", topic=topic)))
