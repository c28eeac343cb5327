"""Devices that know no game: encoder, buttons, display, camera, puck; real and virtual."""
