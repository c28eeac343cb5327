// An arm that holds the camera above the middle of the board: a clamp for the edge of the table, an elbow, a head, and
// two tubes between them.
//
//   openscad -D 'part="head"' -o head.stl hardware/case/camera_arm.scad
//
// All lengths in millimetres. Every joint is a split socket that a screw of M5 draws tight.

part = "all";  // [all, clamp, elbow, head]

tube = 16;          // outside
play = 0.3;
table = 40;         // the thickest table it goes on
socket_length = 34;
thick = 5;
$fn = 40;

bore = tube + play;
outer = tube + 2 * thick;
ear = 15;           // how far the ears with the screw stand out
slit = 2.5;
screw = 5.4;
nut = 8.2;          // across flats, with play
nut_deep = 4.5;

// A tube's socket along z, with its slit towards +x.
module socket() {
    difference() {
        union() {
            cylinder(d = outer, h = socket_length);
            translate([0, -8, 0]) cube([outer / 2 + ear, 16, socket_length]);
        }
        hollow();
    }
}

// What is cut out of whatever a socket is joined to.
module hollow() {
    translate([0, 0, -1]) cylinder(d = bore, h = socket_length + 2);
    translate([0, -slit / 2, -1]) cube([outer / 2 + ear + 1, slit, socket_length + 2]);
    translate([outer / 2 + ear / 2, 0, socket_length / 2]) rotate([90, 0, 0]) {
        cylinder(d = screw, h = 60, center = true);
        translate([0, 0, 8 - nut_deep]) cylinder(d = nut / cos(30), h = 20, $fn = 6);
    }
}

// Goes over the edge of the table; its screw presses from below. Printed on its side.
module clamp() {
    deep = 45;
    wide = outer;
    jaw = 10;
    difference() {
        union() {
            translate([0, -wide / 2, 0]) difference() {
                cube([deep, wide, table + 2 * jaw]);
                translate([12, -1, jaw]) cube([deep, wide + 2, table]);
            }
            translate([-outer / 2 + 1, 0, table + 2 * jaw - socket_length]) rotate(180) socket();
        }
        translate([-outer / 2 + 1, 0, table + 2 * jaw - socket_length]) rotate(180) hollow();
        // The screw, with its nut in the jaw from above.
        translate([deep - 14, 0, -1]) cylinder(d = screw, h = jaw + 2);
        translate([deep - 14, 0, jaw - nut_deep]) cylinder(d = nut / cos(30), h = nut_deep + 1, $fn = 6);
    }
}

// From the upright tube to the one across.
module elbow() {
    across = [0, outer - 1, outer / 2];
    difference() {
        union() {
            socket();
            translate(across) translate([-socket_length / 2, 0, 0]) rotate([0, 90, 0]) rotate(90) socket();
        }
        hollow();
        translate(across) translate([-socket_length / 2, 0, 0]) rotate([0, 90, 0]) rotate(90) hollow();
    }
}

// Camera Module 2 or 3: two of its holes are beside the lens, 21 apart, two others 12.5 from those; the lens looks down
// through the plate, with the ribbon to either side.
module head() {
    plate = [36, 64, 4];
    lens = 15;
    tube_at = 16;  // beside the lens, so that the ribbon is free
    camera_at = -16;
    over = plate.z + outer / 2 - 2;
    difference() {
        union() {
            translate([-plate.x / 2, -plate.y / 2 - 2, 0]) cube(plate);
            translate([-socket_length / 2, tube_at, over]) rotate([0, 90, 0]) rotate(180) socket();
            translate([-socket_length / 2, tube_at - outer / 2, 0]) cube([socket_length, outer, over - bore / 2]);
        }
        translate([-socket_length / 2, tube_at, over]) rotate([0, 90, 0]) rotate(180) hollow();
        translate([0, camera_at, -1]) {
            cylinder(d = lens, h = plate.z + 2);
            for (x = [-10.5, 10.5], y = [-12.5, 0, 12.5]) translate([x, y, 0]) cylinder(d = 1.7, h = plate.z + 2, $fn = 16);
        }
    }
}

if (part == "clamp") rotate([90, 0, 0]) clamp();
if (part == "elbow") elbow();
if (part == "head") head();
if (part == "all") {
    // As it stands, with short tubes.
    up = 150;
    foot = [-outer / 2 + 1, 0, table + 20 - socket_length];
    color("SteelBlue") clamp();
    color("Silver") translate(foot) cylinder(d = tube, h = up + 20);
    color("Khaki") translate([foot.x, foot.y, foot.z + up]) elbow();
    color("Silver") translate([foot.x - 20, outer - 1, foot.z + up + outer / 2]) rotate([0, 90, 0]) cylinder(d = tube, h = 200);
    color("Tomato") translate([foot.x + 150, outer - 1 - 16, foot.z + up + outer / 2 - (4 + outer / 2 - 2)]) head();
}
