"""The few sentences that are needed before the product and its catalogues are there."""

from __future__ import annotations

from starter.install_words import INSTALL_SENTENCES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "fr", "de", "it")


class Voice:
    """Says the sentences of this module in one language."""

    def __init__(self, code: str) -> None:
        self.code = code

    def say(self, key: str, **values: object) -> str:
        """The sentence of that key, its gaps filled."""
        return SENTENCES[key][LANGUAGES.index(self.code)].format(**values)


def voice_for(environ: Mapping[str, str]) -> Voice:
    """The voice for the user's language, by the same rule as the product's; English for others."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            for wish in environ[name].lower().split(":"):
                code = wish.replace("-", "_").replace(".", "_").split("_")[0]
                if code in LANGUAGES:
                    return Voice(code)
            break
    return Voice("en")


# One row a language, in the order of LANGUAGES.
SENTENCES = {
    "first_start": (
        "First start: Pachamama prepares itself. It needs the network, and on a Raspberry Pi a few minutes.",
        "Premier démarrage : Pachamama se prépare. Il lui faut le réseau et, sur un Raspberry Pi, quelques minutes.",
        "Erster Start: Pachamama richtet sich ein. Das braucht das Netz und auf einem Raspberry Pi einige Minuten.",
        "Primo avvio: Pachamama si prepara. Serve la rete e, su un Raspberry Pi, qualche minuto.",
    ),
    "update": (
        "Something is new since the last start: Pachamama brings itself up to date.",
        "Il y a du nouveau depuis le dernier démarrage : Pachamama se met à jour.",
        "Seit dem letzten Start ist etwas neu: Pachamama bringt sich auf den neuen Stand.",
        "Ci sono novità dall'ultimo avvio: Pachamama si aggiorna.",
    ),
    "step_venv": (
        "Making its own folder for programs (.venv)",
        "Création de son propre dossier de programmes (.venv)",
        "Eigener Ordner für Programme wird angelegt (.venv)",
        "Creazione della propria cartella di programmi (.venv)",
    ),
    "step_install": (
        "Fetching and installing what it needs",
        "Téléchargement et installation du nécessaire",
        "Was es braucht, wird geholt und installiert",
        "Scaricamento e installazione del necessario",
    ),
    "ready": (
        "Ready. The next start is immediate and needs no network.",
        "C'est prêt. Le prochain démarrage sera immédiat et sans réseau.",
        "Fertig. Der nächste Start geht sofort und ohne Netz.",
        "Pronto. Il prossimo avvio sarà immediato e senza rete.",
    ),
    "waiting": (
        "Pachamama is just being prepared by another start; waiting for it to finish.",
        "Un autre démarrage prépare déjà Pachamama ; on attend qu'il ait fini.",
        "Ein anderer Start richtet Pachamama gerade ein; es wird auf ihn gewartet.",
        "Un altro avvio sta già preparando Pachamama; si attende che finisca.",
    ),
    "python_too_old": (
        "Pachamama needs Python 3.11, 3.12 or 3.13; here is only {version}.\n"
        "Debian and Raspberry Pi OS have a fit one from version 12 (bookworm) on. Elsewhere try:\n"
        "    sudo apt install python3.12 python3.12-venv\n"
        "If you have one already, name it: PACHAMAMA_PYTHON=python3.12 ./play",
        "Pachamama a besoin de Python 3.11, 3.12 ou 3.13 ; il n'y a ici que {version}.\n"
        "Debian et Raspberry Pi OS en ont un à partir de la version 12 (bookworm). Ailleurs, essayez :\n"
        "    sudo apt install python3.12 python3.12-venv\n"
        "Si vous en avez déjà un, nommez-le : PACHAMAMA_PYTHON=python3.12 ./play",
        "Pachamama braucht Python 3.11, 3.12 oder 3.13; hier gibt es nur {version}.\n"
        "Debian und Raspberry Pi OS haben ein passendes ab Version 12 (bookworm). Anderswo hilft:\n"
        "    sudo apt install python3.12 python3.12-venv\n"
        "Ist schon eines da, so wird es genannt: PACHAMAMA_PYTHON=python3.12 ./play",
        "Pachamama richiede Python 3.11, 3.12 o 3.13; qui c'è solo {version}.\n"
        "Debian e Raspberry Pi OS ne hanno uno adatto dalla versione 12 (bookworm). Altrove si provi:\n"
        "    sudo apt install python3.12 python3.12-venv\n"
        "Se ce n'è già uno, lo si indichi: PACHAMAMA_PYTHON=python3.12 ./play",
    ),
    "python_too_new": (
        "Pachamama needs Python 3.11, 3.12 or 3.13; {version} is too new for it.\n"
        "Install an older one beside it, for example:\n"
        "    sudo apt install python3.13 python3.13-venv\n"
        "If you have one already, name it: PACHAMAMA_PYTHON=python3.13 ./play",
        "Pachamama a besoin de Python 3.11, 3.12 ou 3.13 ; {version} est trop récent.\n"
        "Installez-en un plus ancien à côté, par exemple :\n"
        "    sudo apt install python3.13 python3.13-venv\n"
        "Si vous en avez déjà un, nommez-le : PACHAMAMA_PYTHON=python3.13 ./play",
        "Pachamama braucht Python 3.11, 3.12 oder 3.13; {version} ist zu neu.\n"
        "Ein älteres lässt sich daneben installieren, zum Beispiel:\n"
        "    sudo apt install python3.13 python3.13-venv\n"
        "Ist schon eines da, so wird es genannt: PACHAMAMA_PYTHON=python3.13 ./play",
        "Pachamama richiede Python 3.11, 3.12 o 3.13; {version} è troppo recente.\n"
        "Se ne installi uno più vecchio accanto, per esempio:\n"
        "    sudo apt install python3.13 python3.13-venv\n"
        "Se ce n'è già uno, lo si indichi: PACHAMAMA_PYTHON=python3.13 ./play",
    ),
    "no_venv": (
        "A part of Python is missing on this computer. To install it, then start again:\n    sudo apt install {package}",
        "Une partie de Python manque sur cet ordinateur. Pour l'installer, puis recommencer :\n    sudo apt install {package}",
        "Auf diesem Rechner fehlt ein Teil von Python. So wird er installiert, danach neu starten:\n    sudo apt install {package}",
        "Su questo computer manca una parte di Python. Per installarla, poi riavviare:\n    sudo apt install {package}",
    ),
    "no_network": (
        "The network cannot be reached. The first start needs it, later ones do not.\n"
        "Connect this computer and start again; nothing is broken.",
        "Le réseau est inaccessible. Le premier démarrage en a besoin, les suivants non.\n"
        "Connectez cet ordinateur et recommencez ; rien n'est cassé.",
        "Das Netz ist nicht erreichbar. Der erste Start braucht es, spätere nicht.\n"
        "Den Rechner verbinden und neu starten; es ist nichts kaputt.",
        "La rete non è raggiungibile. Il primo avvio ne ha bisogno, i successivi no.\n"
        "Collegate questo computer e riavviate; nulla è rotto.",
    ),
    "update_later": (
        "The network cannot be reached, so the update waits; starting with what was there before.",
        "Le réseau est inaccessible, la mise à jour attendra ; démarrage avec ce qui était déjà là.",
        "Das Netz ist nicht erreichbar, die Neuerungen warten; es geht mit dem bisherigen Stand los.",
        "La rete non è raggiungibile, l'aggiornamento attende; si parte con ciò che c'era già.",
    ),
    "clock": (
        "The network was reached, but its certificates are refused. Often the date is wrong: here it is {today}.\n"
        "Put it right and start again.",
        "Le réseau répond, mais ses certificats sont refusés. Souvent la date est fausse : ici {today}.\n"
        "Corrigez-la et recommencez.",
        "Das Netz antwortet, aber seine Zertifikate werden abgelehnt. Oft stimmt das Datum nicht: hier {today}.\n"
        "Datum richtigstellen und neu starten.",
        "La rete risponde, ma i suoi certificati sono rifiutati. Spesso la data è sbagliata: qui {today}.\n"
        "Correggetela e riavviate.",
    ),
    "disk_full": (
        "There is not enough room on the disk. Make {megabytes} MB free (also in /tmp) and start again.",
        "Il n'y a pas assez de place sur le disque. Libérez {megabytes} Mo (aussi dans /tmp) et recommencez.",
        "Auf dem Datenträger ist zu wenig Platz. {megabytes} MB frei machen (auch in /tmp) und neu starten.",
        "Sul disco non c'è abbastanza spazio. Liberate {megabytes} MB (anche in /tmp) e riavviate.",
    ),
    "not_writable": (
        "Pachamama may not write into its folder {folder}.\n"
        "Start as the user who owns it, or copy the folder to your home.",
        "Pachamama n'a pas le droit d'écrire dans son dossier {folder}.\n"
        "Démarrez comme l'utilisateur à qui il appartient, ou copiez le dossier chez vous.",
        "Pachamama darf nicht in seinen Ordner {folder} schreiben.\n"
        "Als der Benutzer starten, dem er gehört, oder den Ordner ins eigene Verzeichnis kopieren.",
        "Pachamama non può scrivere nella sua cartella {folder}.\n"
        "Avviate come l'utente a cui appartiene, o copiate la cartella nella vostra home.",
    ),
    "install_failed": (
        "The installation failed: {line}\nAll it said is in {log}",
        "L'installation a échoué : {line}\nTout ce qu'elle a dit est dans {log}",
        "Die Installation ist gescheitert: {line}\nAlles, was sie gemeldet hat, steht in {log}",
        "L'installazione è fallita: {line}\nTutto ciò che ha detto è in {log}",
    ),
    "stopped": (
        "Stopped. Nothing is broken; start again whenever you like.",
        "Arrêté. Rien n'est cassé ; recommencez quand vous voulez.",
        "Angehalten. Es ist nichts kaputt; ein neuer Start ist jederzeit möglich.",
        "Fermato. Nulla è rotto; riavviate quando volete.",
    ),
    "play_help": (
        "./play starts the table of Pachamama. The first start prepares everything and needs the network.\n"
        "Stop it with Ctrl-C. Whatever follows ./play goes to the command 'pachamama play'.\n"
        "sudo ./play --install lets the table start with the computer; --uninstall takes it back.",
        "./play démarre la table de Pachamama. Le premier démarrage prépare tout et demande le réseau.\n"
        "Ctrl-C l'arrête. Tout ce qui suit ./play va à la commande « pachamama play ».\n"
        "sudo ./play --install fait démarrer la table avec l'ordinateur ; --uninstall l'annule.",
        "./play startet den Tisch von Pachamama. Der erste Start richtet alles ein und braucht das Netz.\n"
        "Strg-C hält ihn an. Was hinter ./play steht, geht an den Befehl „pachamama play“.\n"
        "sudo ./play --install lässt den Tisch mit dem Rechner starten; --uninstall nimmt das zurück.",
        "./play avvia il tavolo di Pachamama. Il primo avvio prepara tutto e richiede la rete.\n"
        "Ctrl-C lo ferma. Ciò che segue ./play va al comando «pachamama play».\n"
        "sudo ./play --install fa partire il tavolo con il computer; --uninstall lo annulla.",
    ),
    "play_help_more": (
        "After the first start, ./play --help also lists its options.",
        "Après le premier démarrage, ./play --help montre aussi ses options.",
        "Nach dem ersten Start zeigt ./play --help auch die Optionen.",
        "Dopo il primo avvio ./play --help mostra anche le opzioni.",
    ),
    "check_help": (
        "./check         checks everything: words, form, types, layers, tests\n"
        "./check bench   runs every benchmark in benchmarks/\n"
        "./check docs    builds the documents in build/site and finds dead links\n"
        "./check trust   tries for hours what a table must be able to rely on, and writes docs/trust.md;\n"
        "                --only soak,faults and --minutes 10 make it shorter\n"
        "It ends with 0 if all is well, 1 if something failed, 2 if it cannot do what was asked.",
        "./check         vérifie tout : mots, forme, types, couches, tests\n"
        "./check bench   lance toutes les mesures de benchmarks/\n"
        "./check docs    construit la documentation dans build/site et trouve les liens morts\n"
        "./check trust   éprouve pendant des heures ce dont une table doit être sûre, et écrit docs/trust.md ;\n"
        "                --only soak,faults et --minutes 10 l'abrègent\n"
        "Code de fin : 0 si tout va bien, 1 si quelque chose a échoué, 2 si la demande est impossible.",
        "./check         prüft alles: Wörter, Form, Typen, Schichten, Tests\n"
        "./check bench   führt alle Messungen in benchmarks/ aus\n"
        "./check docs    baut die Dokumente in build/site und findet tote Verweise\n"
        "./check trust   erprobt stundenlang, worauf ein Tisch sich verlassen muss, und schreibt docs/trust.md;\n"
        "                --only soak,faults und --minutes 10 kürzen es ab\n"
        "Es endet mit 0, wenn alles stimmt, 1, wenn etwas scheiterte, 2, wenn das Verlangte nicht geht.",
        "./check         controlla tutto: parole, forma, tipi, strati, test\n"
        "./check bench   esegue tutte le misure in benchmarks/\n"
        "./check docs    costruisce i documenti in build/site e trova i link rotti\n"
        "./check trust   prova per ore ciò su cui un tavolo deve poter contare, e scrive docs/trust.md;\n"
        "                --only soak,faults e --minutes 10 lo accorciano\n"
        "Finisce con 0 se tutto va bene, 1 se qualcosa è fallito, 2 se la richiesta è impossibile.",
    ),
    "unknown_mode": (
        "./check does not know '{mode}'. See ./check --help",
        "./check ne connaît pas « {mode} ». Voir ./check --help",
        "./check kennt „{mode}“ nicht. Siehe ./check --help",
        "./check non conosce «{mode}». Vedi ./check --help",
    ),
    "no_benchmarks": (
        "There are no benchmarks yet (benchmarks/bench_*.py).",
        "Il n'y a pas encore de mesures (benchmarks/bench_*.py).",
        "Es gibt noch keine Messungen (benchmarks/bench_*.py).",
        "Non ci sono ancora misure (benchmarks/bench_*.py).",
    ),
    "words": ("Words", "Mots", "Wörter", "Parole"),
    "form": ("Form", "Forme", "Form", "Forma"),
    "habits": ("Habits", "Usages", "Gepflogenheiten", "Consuetudini"),
    "types": ("Types", "Types", "Typen", "Tipi"),
    "layers": ("Layers", "Couches", "Schichten", "Strati"),
    "tests": ("Tests", "Tests", "Tests", "Test"),
    "documents": ("Documents", "Documents", "Dokumente", "Documenti"),
    "trust": ("Trust", "Confiance", "Verlass", "Fiducia"),
    "passed": ("passed", "réussi", "bestanden", "riuscito"),
    "failed": ("FAILED", "ÉCHEC", "GESCHEITERT", "FALLITO"),
    "all_passed": (
        "All is well ({seconds:.0f} s).",
        "Tout va bien ({seconds:.0f} s).",
        "Alles in Ordnung ({seconds:.0f} s).",
        "Tutto bene ({seconds:.0f} s).",
    ),
    "some_failed": (
        "Failed: {names} ({seconds:.0f} s).",
        "En échec : {names} ({seconds:.0f} s).",
        "Gescheitert: {names} ({seconds:.0f} s).",
        "Falliti: {names} ({seconds:.0f} s).",
    ),
    **INSTALL_SENTENCES,
}
