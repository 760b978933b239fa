"""The families of mathematics that are built in, in the order of docs/mathematics.md."""

import pathlib

NAMES = """
linear_equation fractional_system three_equations shopping rational_roots expanding fraction_product fraction_sum sequence number_pyramid
quadratic linear_system magic_square cryptarithm special_triangle cosine_rule sine_rule trig_equation reference_angles angle_sum_identities
pythagorean triangle_angles polygon_angles exterior_angles parallel_lines circle_angles similar_triangles composed_rectangles
lattice_polygon midpoint
""".split()


def definition(name):
    """The file of a family."""
    return pathlib.Path(__file__).resolve().parents[2] / f"puzzles/{name}.pz"
