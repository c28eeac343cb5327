"""What ``./play --install`` and ``--uninstall`` say; one row a language, in the order of ``words.LANGUAGES``."""

from __future__ import annotations

INSTALL_SENTENCES = {
    "install_help": (
        "sudo ./play --install [--yes]                      the table starts with the computer; --yes agrees to all questions\n"
        "sudo ./play --uninstall [--with-games]             takes it out again; games stay unless --with-games is said",
        "sudo ./play --install [--yes]                      la table démarre avec l'ordinateur ; --yes accepte toutes les questions\n"
        "sudo ./play --uninstall [--with-games]             la retire ; les parties restent, sauf avec --with-games",
        "sudo ./play --install [--yes]                      der Tisch startet mit dem Rechner; --yes stimmt allen Fragen zu\n"
        "sudo ./play --uninstall [--with-games]             nimmt ihn heraus; Partien bleiben, außer mit --with-games",
        "sudo ./play --install [--yes]                      il tavolo parte con il computer; --yes accetta tutte le domande\n"
        "sudo ./play --uninstall [--with-games]             lo toglie; le partite restano, salvo con --with-games",
    ),
    "need_root": (
        "This changes the computer, so it needs its administrator: sudo ./play {option}",
        "Ceci modifie l'ordinateur et demande son administrateur : sudo ./play {option}",
        "Das ändert den Rechner und braucht seinen Verwalter: sudo ./play {option}",
        "Questo modifica il computer e richiede il suo amministratore: sudo ./play {option}",
    ),
    "no_systemd": (
        "This computer does not use systemd, so nothing can start the table with it. ./play still plays.",
        "Cet ordinateur n'utilise pas systemd : rien ne peut démarrer la table avec lui. ./play joue toujours.",
        "Dieser Rechner benutzt kein systemd, also kann nichts den Tisch mit ihm starten. ./play spielt trotzdem.",
        "Questo computer non usa systemd: nulla può avviare il tavolo con lui. ./play funziona comunque.",
    ),
    "packages_failed": (
        "These packages could not be fetched: {names}. Later: sudo apt install {names}",
        "Ces paquets n'ont pas pu être obtenus : {names}. Plus tard : sudo apt install {names}",
        "Diese Pakete ließen sich nicht holen: {names}. Später: sudo apt install {names}",
        "Questi pacchetti non si sono potuti ottenere: {names}. Più tardi: sudo apt install {names}",
    ),
    "step_copy": (
        "Copying the product to {folder}",
        "Copie du produit dans {folder}",
        "Das Programm wird nach {folder} kopiert",
        "Copia del prodotto in {folder}",
    ),
    "step_user": (
        "A user of its own, with the groups of its devices",
        "Un utilisateur à lui, avec les groupes de ses appareils",
        "Ein eigener Benutzer mit den Gruppen seiner Geräte",
        "Un utente proprio, con i gruppi dei suoi dispositivi",
    ),
    "settings_carried": (
        "The table takes over what was set up in {folder}: {names}",
        "La table reprend ce qui était réglé dans {folder} : {names}",
        "Der Tisch übernimmt, was in {folder} eingestellt war: {names}",
        "Il tavolo riprende ciò che era impostato in {folder}: {names}",
    ),
    "step_service": ("The service", "Le service", "Der Dienst", "Il servizio"),
    "ask_i2c": (
        "Switch on the display's bus (I2C) at 400 kHz in {file}? A copy of the file is kept. [Y/n]",
        "Activer le bus de l'écran (I2C) à 400 kHz dans {file} ? Une copie du fichier est gardée. [O/n]",
        "Den Bus der Anzeige (I2C) mit 400 kHz in {file} einschalten? Eine Kopie der Datei bleibt. [J/n]",
        "Accendere il bus dello schermo (I2C) a 400 kHz in {file}? Si conserva una copia del file. [S/n]",
    ),
    "i2c_on": (
        "The display's bus is on from the next start of the computer: sudo reboot",
        "Le bus de l'écran sera actif au prochain démarrage de l'ordinateur : sudo reboot",
        "Der Bus der Anzeige ist ab dem nächsten Start des Rechners an: sudo reboot",
        "Il bus dello schermo sarà acceso al prossimo avvio del computer: sudo reboot",
    ),
    "i2c_left": (
        "The display's bus was left as it is. A display on the header needs it; --yes, or raspi-config, switches it on.",
        "Le bus de l'écran est resté tel quel. Un écran sur le connecteur en a besoin ; --yes ou raspi-config l'active.",
        "Der Bus der Anzeige blieb, wie er ist. Eine Anzeige an der Stiftleiste braucht ihn; --yes oder raspi-config schaltet ihn ein.",
        "Il bus dello schermo è rimasto com'è. Uno schermo sul connettore ne ha bisogno; --yes o raspi-config lo accende.",
    ),
    "ask_name": (
        "Phones find this computer as {name}.local. Name it pachamama.local instead? [Y/n]",
        "Les téléphones trouvent cet ordinateur sous {name}.local. Le nommer plutôt pachamama.local ? [O/n]",
        "Telefone finden diesen Rechner als {name}.local. Ihn stattdessen pachamama.local nennen? [J/n]",
        "I telefoni trovano questo computer come {name}.local. Chiamarlo invece pachamama.local? [S/n]",
    ),
    "name_left": (
        "This computer keeps its name: {name}.local.",
        "Cet ordinateur garde son nom : {name}.local.",
        "Dieser Rechner behält seinen Namen: {name}.local.",
        "Questo computer tiene il suo nome: {name}.local.",
    ),
    "installed": (
        "The table runs, and starts with the computer. Games are in {state}. “pachamama doctor” checks every part.",
        "La table fonctionne et démarre avec l'ordinateur. Les parties sont dans {state}. « pachamama doctor » vérifie chaque pièce.",
        "Der Tisch läuft und startet mit dem Rechner. Partien liegen in {state}. „pachamama doctor“ prüft jedes Teil.",
        "Il tavolo è in funzione e parte con il computer. Le partite sono in {state}. «pachamama doctor» controlla ogni parte.",
    ),
    "installed_later": (
        "All is in place. systemd is not running here, so the table starts with the next start of the computer.",
        "Tout est en place. systemd ne tourne pas ici : la table démarrera au prochain démarrage de l'ordinateur.",
        "Alles ist an seinem Platz. systemd läuft hier nicht, also startet der Tisch mit dem nächsten Start des Rechners.",
        "Tutto è a posto. systemd qui non è in funzione: il tavolo partirà al prossimo avvio del computer.",
    ),
    "nothing_new": (
        "This version is installed and running already; nothing was changed.",
        "Cette version est déjà installée et en marche ; rien n'a été changé.",
        "Diese Fassung ist schon eingerichtet und läuft; nichts wurde geändert.",
        "Questa versione è già installata e in funzione; nulla è cambiato.",
    ),
    "rolled_back": (
        "The new version does not come up, so the one before runs again; games and settings are as they were.\n"
        "What it said: journalctl -u pachamama -n 50",
        "La nouvelle version ne démarre pas : la précédente tourne de nouveau ; parties et réglages sont intacts.\n"
        "Ce qu'elle a dit : journalctl -u pachamama -n 50",
        "Die neue Fassung kommt nicht hoch, also läuft wieder die vorige; Partien und Einstellungen sind, wie sie waren.\n"
        "Was sie gesagt hat: journalctl -u pachamama -n 50",
        "La nuova versione non si avvia: gira di nuovo la precedente; partite e impostazioni sono com'erano.\n"
        "Che cosa ha detto: journalctl -u pachamama -n 50",
    ),
    "not_up": (
        "The table does not come up. What it said: journalctl -u pachamama -n 50; “pachamama doctor” checks every part.",
        "La table ne démarre pas. Ce qu'elle a dit : journalctl -u pachamama -n 50 ; « pachamama doctor » vérifie chaque pièce.",
        "Der Tisch kommt nicht hoch. Was er gesagt hat: journalctl -u pachamama -n 50; „pachamama doctor“ prüft jedes Teil.",
        "Il tavolo non si avvia. Che cosa ha detto: journalctl -u pachamama -n 50; «pachamama doctor» controlla ogni parte.",
    ),
    "step_failed": (
        "This step failed, so nothing more was changed: {command}",
        "Cette étape a échoué, rien d'autre n'a été changé : {command}",
        "Dieser Schritt ist gescheitert, mehr wurde nicht geändert: {command}",
        "Questo passo è fallito, nient'altro è cambiato: {command}",
    ),
    "uninstalled": (
        "The table is out of this computer. Your games stay in {state}; “sudo ./play --uninstall --with-games” deletes them.",
        "La table est retirée de cet ordinateur. Vos parties restent dans {state} ; « sudo ./play --uninstall --with-games » les supprime.",
        "Der Tisch ist aus diesem Rechner heraus. Die Partien bleiben in {state}; „sudo ./play --uninstall --with-games“ löscht sie.",
        "Il tavolo è tolto da questo computer. Le partite restano in {state}; «sudo ./play --uninstall --with-games» le cancella.",
    ),
    "uninstalled_all": (
        "The table is out of this computer, and so are its games.",
        "La table est retirée de cet ordinateur, et ses parties aussi.",
        "Der Tisch ist aus diesem Rechner heraus, und seine Partien auch.",
        "Il tavolo è tolto da questo computer, e così le sue partite.",
    ),
}
