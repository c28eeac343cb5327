"""Words that several commands share."""

from companion.words import T

LANG_HELP = T("Language of all words: en, fr, de or it; otherwise that of the system.")
JSON_HELP = T("Print one JSON object for other tools.")
REPLACE_HELP = T("Replace what is there by that name.")
