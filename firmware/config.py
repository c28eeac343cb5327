"""What is soldered where on the puck: GP numbers of the Pico. Change it here, then copy the folder again."""

KNOB_A = 2
KNOB_B = 3
PUSH = 4
LEFT = 6
RIGHT = 7

# 2 for encoders that rest at every half period; with 1 those would need two clicks for a step.
DETENTS_PER_PERIOD = 1

I2C = 0
SDA = 0
SCL = 1
I2C_SPEED = 400_000

OLED_ADDRESS = 0x3C
OLED_OFFSET = 0  # 2 for SH1106
OLED_TURNED = False
OLED_CONTRAST = 0xCF
