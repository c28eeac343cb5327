"""Words that several commands share."""

from companion.words import T

LANG_HELP = T("Language of all words: en, fr, de or it; otherwise that of the system.")
