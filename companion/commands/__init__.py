"""The commands of ``pachamama``, one module each."""
