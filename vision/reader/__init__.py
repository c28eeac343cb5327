"""Reading: from a picture and where the board lies in it to terrain, crop and meeple of every space."""

from vision.reader.knowledge import PieceKnowledge
from vision.reader.reader import Reader
from vision.reader.teach_in import teach_in

__all__ = ["PieceKnowledge", "Reader", "teach_in"]
