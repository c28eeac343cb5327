// A case for the wheel: knob in front, the two window buttons beside it, the display behind it, a board below.
//
//   openscad -D 'part="body"' -D 'board="pi4"' -D 'display="1.3"' -o body.stl hardware/case/wheel.scad
//
// All lengths in millimetres. x goes right, y goes to the back (where cables leave), z goes up; the origin is the
// inner corner at the front left of the floor. Body, lid (face down) and knob (face down) print without support.

/* [What to make] */
part = "all";     // [all, body, lid, knob, parts, clash]
board = "pi4";    // [pi3, pi4, pi5, zero, pico]
display = "1.3";  // [0.96, 1.3]

/* [Measure your own parts] */
// The lit area may not be in the middle of the module: how far it is from there, to the right and to the back.
display_shift = [0, 0];
// Modules differ by some 2 either way, so that much more of the black glass shows in front and behind; 0 once you have measured.
window_spare = 2;
knob_diameter = 32;
shaft = 6.15;       // the encoder's shaft, with some play
shaft_flat = 4.65;  // the shaft where it is flat
shaft_long = 15;    // from the encoder's body to the tip
flat_long = 7;      // so much of it is flat, from the tip
bushing = 7.3;      // the encoder's thread
bushing_long = 5;
nut = 2.5;          // height of washer and nut
button = 12.3;      // the buttons' thread
button_depth = 18;  // of a button behind the panel, its wires included
encoder_depth = 12;

/* [Print] */
wall = 2.4;
play = 0.3;
$fn = 32;

// ---- the named parts: size, holes, what stands on them -------------------------------------------------------------

is_pi = board == "pi3" || board == "pi4" || board == "pi5";
is_pico = board == "pico";
assert(is_pi || is_pico || board == "zero", "board is pi3, pi4, pi5, zero or pico");
assert(wall + nut <= bushing_long, "the lid is too thick for the encoder's thread");
assert(display == "0.96" || display == "1.3", "display is 0.96 or 1.3");

board_size = is_pi ? [85, 56] : is_pico ? [51, 21] : [65, 30];
board_holes = is_pi ? [[3.5, 3.5], [61.5, 3.5], [3.5, 52.5], [61.5, 52.5]]
            : is_pico ? [[2, 4.8], [2, 16.2], [49, 4.8], [49, 16.2]]
            : [[3.5, 3.5], [61.5, 3.5], [3.5, 26.5], [61.5, 26.5]];
board_thick = is_pico ? 1.0 : 1.5;
board_tall = is_pi ? 17 : is_pico ? 6 : 16;  // above the board: ports, or plugs on the header
board_screw = is_pico ? 1.6 : 2.1;           // what a screw of M2 or M2.5 cuts its thread into
stand = 5;
// The pillars between the ports at the left: the Pi 4 has its network port elsewhere.
pillars = board == "pi4" ? [18, 36.1] : [19.9, 38];

module_size = display == "1.3" ? [35.4, 33.5] : [27.3, 27.8];
module_holes = display == "1.3" ? [30.4, 28.5] : [23.5, 23.8];
module_lit = display == "1.3" ? [29.4, 14.7] : [21.8, 10.9];
module_glass = 2.4;  // the glass and some air, between board and panel
module_depth = 12;   // with its plug

// ---- the room inside -----------------------------------------------------------------------------------------------

knob_at = 20;            // from the front
button_beside = 33;      // left and right of the knob
gap_left = 3.4;          // ports of a Pi stand out so far beyond its edge
gap_back = is_pico ? 1.6 : 2.8;
width = max(92, is_pi ? board_size.x + gap_left + 3.6 : board_size.x + 7);
depth = max(knob_at + knob_diameter / 2 + 3 + module_size.y + 1.5, (is_pico ? board_size.x : board_size.y) + gap_back + 1);
under_panel = is_pi ? button_depth : max(encoder_depth, module_depth);
height = max(stand + board_thick + board_tall + under_panel, button_depth + 2);
middle = [width / 2, knob_at];
screen = [width / 2, depth - 1 - module_size.y / 2];
board_left = is_pi ? gap_left : (width - board_size.x) / 2;
boss = 8;
boss_height = 12;
lid_screw = 2.6;  // M3 cuts its thread

// Places of the board turned into places of the case: the long side with the power plug is at the back.
function on_board(at) = is_pico
    ? [width / 2 - board_size.y / 2 + at.y, depth - gap_back - at.x]
    : [board_left + board_size.x - at.x, depth - gap_back - at.y];

module rounded(size, radius) {
    linear_extrude(size.z)
        translate([radius, radius]) offset(radius) square([size.x - 2 * radius, size.y - 2 * radius]);
}

// A block between two places of the board, from one height to another.
module block(from, to, low, high) {
    a = on_board(from);
    b = on_board(to);
    translate([min(a.x, b.x), min(a.y, b.y), low]) cube([abs(a.x - b.x), abs(a.y - b.y), high - low]);
}

module corners() {
    for (x = [0, width - boss], y = [0, depth - boss]) translate([x, y, 0]) children();
}

// ---- body ----------------------------------------------------------------------------------------------------------

module body() {
    difference() {
        union() {
            difference() {
                translate([-wall, -wall, -wall]) rounded([width + 2 * wall, depth + 2 * wall, height + wall], 4);
                cube([width, depth, height + 1]);
            }
            for (hole = board_holes) translate([on_board(hole).x, on_board(hole).y, -0.1])
                cylinder(d1 = board_screw + 4.5, d2 = board_screw + 2.6, h = stand + 0.1);
            bosses();
        }
        for (hole = board_holes) translate([on_board(hole).x, on_board(hole).y, 0.6])
            cylinder(d = board_screw, h = stand + 1);
        corners() translate([boss / 2, boss / 2, height - boss_height + 1]) cylinder(d = lid_screw, h = boss_height);
        openings();
    }
}

// They hang in the upper corners, above the board, and grow out of the wall so that they print without support.
module bosses() {
    for (right = [0, 1], back = [0, 1])
        translate([right * width, back * depth, 0]) mirror([right, 0, 0]) mirror([0, back, 0]) hull() {
            translate([-0.2, -0.2, height - boss_height]) cube([boss, boss, boss_height]);
            translate([-0.2, -0.2, height - boss_height - 1.2 * boss]) cube([0.4, 0.4, 0.1]);
        }
}

module openings() {
    top = stand + board_thick;
    if (is_pico) {
        block([-gap_back - wall - 1, 4], [-gap_back + 0.5, 17], top - 3, top + 6);
    } else {
        // Power and picture, at the back.
        block([4, -gap_back - wall - 1], [60.5, -gap_back + 0.5], top - 2.5, top + 9);
        // The card, at the right.
        block([-40, board_size.y / 2 - 8], [-(width - board_left - board_size.x) + 0.5, board_size.y / 2 + 8], 1.5, top + 1);
    }
    if (is_pi) difference() {
        // Network and USB, at the left.
        block([board_size.x + gap_left - 0.5, 0.5], [board_size.x + gap_left + wall + 1, 55.5], top - 2, top + 17);
        for (pillar = pillars)
            block([board_size.x, pillar - 0.8], [board_size.x + 20, pillar + 0.8], 0, height);
    }
    // The camera's ribbon leaves under the lid.
    if (!is_pico) translate([width / 2 - 9, depth - 0.5, height - 2]) cube([18, wall + 2, 3]);
}

// ---- lid -----------------------------------------------------------------------------------------------------------

module lid() {
    difference() {
        union() {
            translate([-wall, -wall, height]) rounded([width + 2 * wall, depth + 2 * wall, wall], 4);
            rim();
            for (x = [-1, 1], y = [-1, 1])
                translate([screen.x + x * module_holes.x / 2, screen.y + y * module_holes.y / 2, height - module_glass])
                    cylinder(d = 4.2, h = module_glass + 0.1);
        }
        // Grooves that fingers can tell apart: square for Discovery, round for Divination.
        translate([middle.x - button_beside, middle.y, height + wall - 0.8]) difference() {
            translate([-11, -11, 0]) cube([22, 22, 2]);
            translate([-9.2, -9.2, -1]) cube([18.4, 18.4, 4]);
        }
        translate([middle.x + button_beside, middle.y, height + wall - 0.8]) difference() {
            cylinder(d = 22, h = 2);
            translate([0, 0, -1]) cylinder(d = 18.4, h = 4);
        }
        translate([middle.x, middle.y, height - 1]) cylinder(d = bushing, h = wall + 2);
        for (side = [-1, 1])
            translate([middle.x + side * button_beside, middle.y, height - 1]) cylinder(d = button, h = wall + 3);
        window();
        for (x = [-1, 1], y = [-1, 1])
            translate([screen.x + x * module_holes.x / 2, screen.y + y * module_holes.y / 2, height - module_glass - 0.1])
                cylinder(d = 1.6, h = module_glass + wall - 0.6);
        corners() translate([boss / 2, boss / 2, height - 1]) cylinder(d = 3.4, h = wall + 2);
    }
}

// Wider above than below, so that the picture can be read from the side, too.
module window() {
    lit = [module_lit.x + 1.6, module_lit.y + 1.6 + 2 * window_spare];
    translate([screen.x + display_shift.x, screen.y + display_shift.y, height]) hull() {
        translate([-lit.x / 2, -lit.y / 2, -0.1]) cube([lit.x, lit.y, 0.1]);
        translate([-lit.x / 2 - wall, -lit.y / 2 - wall, wall + 0.1]) cube([lit.x + 2 * wall, lit.y + 2 * wall, 0.1]);
    }
}

// Keeps the lid in its place; it makes way for the screws and for the ribbon.
module rim() {
    difference() {
        translate([play, play, height - 2]) cube([width - 2 * play, depth - 2 * play, 2.1]);
        translate([play + 1.2, play + 1.2, height - 3]) cube([width - 2 * play - 2.4, depth - 2 * play - 2.4, 4]);
        corners() translate([-1, -1, height - 3]) cube([boss + 2, boss + 2, 4]);
        translate([width / 2 - 10, depth - 4, height - 3]) cube([20, 5, 4]);
    }
}

// ---- knob ----------------------------------------------------------------------------------------------------------

knob_tall = 15;
bore = 11;
knob_above = shaft_long - wall - bore;  // between lid and knob: what the push needs, and some air
assert(knob_above >= 1, "the knob would rub on the lid: deepen its bore less, or take a longer shaft");

module knob() {
    tall = knob_tall;
    difference() {
        union() {
            cylinder(d1 = knob_diameter - 1, d2 = knob_diameter - 3, h = tall);
            for (turn = [0 : 20 : 359]) rotate(turn) translate([knob_diameter / 2 - 1.3, 0, 0]) cylinder(d = 2.4, h = tall - 2, $fn = 12);
        }
        // Round where the shaft is round, flat where it is flat: else it would not go down.
        translate([0, 0, -1]) cylinder(d = shaft, h = bore - flat_long + 1);
        flatted(shaft, shaft_flat, 0, bore);
        // Room for the nut.
        translate([0, 0, -1]) cylinder(d = 13, h = 3.5);
        translate([0, knob_diameter / 2 - 5, tall - 1]) cylinder(d = 4, h = 2);
    }
}

module flatted(diameter, flat, low, high) {
    translate([0, 0, low]) intersection() {
        cylinder(d = diameter, h = high - low);
        translate([-diameter / 2, -diameter / 2, 0]) cube([diameter, flat, high - low]);
    }
}

// ---- the parts that go in, as solids: to look at, and to be sure that nothing is in the way of anything ------------

e = 0.05;  // lying on something is not yet being in its way

module parts() {
    board_parts();
    panel_parts();
}

module board_parts() {
    low = stand + e;
    top = stand + board_thick;
    block([0, 0], board_size, low, top);
    if (is_pi) {
        block([64, 1], [board_size.x + 3, 55], top, top + 16);          // network and USB
        block([4, -1.4], [60, 12], top, top + 6.5);                      // power, picture, sound
        block([7, 50], [58, 55.5], top, top + 17 - e);                   // header with plugs
    } else if (is_pico) {
        block([-1.3, 6.5], [6, 14.5], top, top + 2.7);
        block([6, 0], [50, 21], top, top + board_tall - e);              // wires
    } else {
        block([6, -1], [60, 6], top, top + 3.5);
        block([7, 23.5], [58, 29.5], top, top + board_tall - e);         // header with plugs
    }
    if (!is_pico) block([-2.5, board_size.y / 2 - 6], [4, board_size.y / 2 + 6], low - 2, low);  // card
}

// Seen from the knob: the encoder's shaft, 6 across, 4.5 at its flat of 7, with washer and nut.
module shaft_parts() {
    translate([0, 0, -knob_above]) cylinder(d = 12, h = nut);
    translate([0, 0, -knob_above]) cylinder(d = 6, h = knob_above + bore - 7 - e);
    flatted(6, 4.5, bore - 7 - 2 * e, bore - e);
}

module panel_parts() {
    translate([screen.x - module_size.x / 2, screen.y - module_size.y / 2, height - module_glass - 1.2 - e])
        cube([module_size.x, module_size.y, 1.2]);
    translate([screen.x - 6, screen.y + module_size.y / 2 - 4, height - module_depth]) cube([12, 3, 8]);
    translate([middle.x - 6.3, middle.y - 6.7, height - encoder_depth]) cube([12.6, 13.4, encoder_depth - e]);
    translate([middle.x, middle.y, height - 1]) cylinder(d = 7, h = wall + 4);
    for (side = [-1, 1]) translate([middle.x + side * button_beside, middle.y, 0]) {
        translate([0, 0, height - button_depth]) cylinder(d = 12, h = button_depth + wall + 5);
        translate([0, 0, height + wall + e]) cylinder(d = 14, h = 2, $fn = 6);
        translate([0, 0, height - 3]) cylinder(d = 16.5, h = 3 - e);
    }
}

if (part == "body") body();
if (part == "lid") translate([0, depth, height + wall]) rotate([180, 0, 0]) lid();
if (part == "knob") translate([0, 0, 15]) rotate([180, 0, 0]) knob();
if (part == "parts") parts();
if (part == "clash") {
    intersection() {
        parts();
        union() { body(); lid(); }
    }
    intersection() {
        board_parts();
        panel_parts();
    }
    intersection() {
        body();
        translate([0, 0, e]) lid();
    }
    intersection() {
        knob();
        shaft_parts();
    }
}
if (part == "all") {
    color("SteelBlue") body();
    color("Khaki") translate([0, 0, 30]) lid();
    color("Tomato") translate([middle.x, middle.y, height + 38]) knob();
    color("SeaGreen") board_parts();
    color("DimGray") translate([0, 0, 30]) panel_parts();
}
