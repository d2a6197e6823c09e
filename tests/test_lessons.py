"""What others ran into, and the test that it means for us: each lesson is found by the name of its public issue.

The table is checked: each test that it names is there.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LESSONS: dict[str, tuple[str, ...]] = {
    "a dart-scoring demo": (
        "hardframes/test_prove.py::test_three_thousand_throws_of_harsh_tables_never_give_a_sure_wrong_value",
    ),
    "raspberrypi/libcamera #69": ("vision_pi/contract.py::test_locked_it_holds_to_two_per_cent",),
    "wled/WLED #2563": ("vision/test_read.py::test_bands_of_a_flickering_lamp_never_give_a_sure_wrong_value",),
    "opencv #10927": (
        "vision/live/test_watcher.py::test_a_frozen_camera_is_noticed",
        "vision/live/test_blind_spells.py::test_a_frozen_picture_is_blind_with_fresh_stamps_too",
    ),
    "picamera2 #1065": ("vision_pi/test_stand_in.py::test_a_camera_that_does_not_let_go_holds_nobody_up",),
    "picamera2 #1264": (
        "vision/live/test_faults.py::test_a_child_that_hangs_is_told_and_again_when_it_is_started_anew",
    ),
    "opencv_contrib #2669": (
        "vision/geometry/test_pane.py::test_a_mirrored_board_is_named_as_such",
        "vision/scene/test_mount.py::test_turned_and_mirrored_are_told",
    ),
    "jromang/picochess #171": ("vision/live/test_watcher.py::test_nothing_settles_before_the_rest_time",),
    "jromang/picochess #267": ("vision/live/test_watcher.py::test_a_real_throw_settles_once_and_not_before_its_rest",),
    "jgarff/rpi_ws281x #47": ("firmware/test_chain.py::test_bytes_at_the_spidev_ioctl",),
    "jgarff/rpi_ws281x #224": ("firmware/test_chain.py::test_bytes_at_the_spidev_ioctl",),
    "jgarff/rpi_ws281x #555": ("programs/test_matrix.py",),
    "OctoPrint-WS281x_LED_Status #75": ("commands/doctor/test_lamps.py::test_the_bus_clock_that_comes_out_is_judged",),
    "wled/WLED #4105": ("firmware/test_program.py::test_a_supply_that_limits_is_said",),
    "wled/WLED #3955": ("firmware/test_scenes.py::test_the_first_frame_is_black_and_the_light_comes_slowly",),
    "gpiozero #1039": ("firmware/test_gestures.py::test_every_bouncing_press_counts_once",),
    "OctoPrint-Gpioshutdown #9": (
        "firmware/test_gestures.py::test_three_seconds_with_a_countdown",
        "firmware/test_gestures.py::test_a_shorter_press_or_a_dip_does_nothing",
    ),
    "RotorHazard #201": ("e2e/test_wake.py::test_a_phone_that_slept_is_current_within_two_seconds",),
    "htmx PR 3640": ("e2e/test_wake.py::test_a_stream_that_was_cut_is_opened_again",),
    "gunicorn #677": ("programs/test_host.py::test_five_hundred_phones_that_vanish_leave_nothing_behind",),
    "ProAvalon #258": ("e2e/test_phones.py::test_a_double_tap_acts_once",),
    "boardgame.io #713": (
        "web/test_api.py::test_a_command_stands_with_its_question_and_a_stale_one_gets_the_present_state",
    ),
    "boardgame.io #820": ("table/test_undo.py::test_an_undo_is_an_entry_and_what_it_voids_is_kept",),
    "RotorHazard #286": ("e2e/test_board_now.py::test_the_robbed_one_is_told_so_and_an_undo_takes_it_back",),
    "Concept-Bytes/Open-Chess PR 11": (
        "games/test_view.py::test_lit_is_legal_and_nothing_is_a_target_while_a_throw_is_awaited",
        "oracle/test_agreement.py::test_both_agree_on_every_step_of_a_sample_of_games",
    ),
    "OctoPrint-PowerFailure #16": ("table/test_torn.py::test_a_cut_at_any_write_leaves_all_that_was_acknowledged",),
    "picamera2 #341": ("commands/doctor/test_traps.py::test_a_trap_is_found_with_its_cure",),
    "octopi #856": ("commands/doctor/test_holders.py::test_who_holds_the_camera_is_named",),
    ".local on old Androids": ("web/test_networks.py::test_phones_are_sent_to_the_network_that_they_are_in",),
    "OctoPrint #3266": (
        "firmware/test_gestures.py::test_a_clock_that_steps_back_in_the_queue_does_no_harm",
        "programs/test_clock_steps.py",
    ),
    "RotorHazard #532": ("firmware/test_strips.py::test_auto_is_real_on_a_pi_and_simulated_elsewhere",),
    "frigate #13260": ("vision/live/test_blind_spells.py",),
    "motion #294": ("vision/live/test_blind_spells.py",),
    "AI-on-the-edge-device #3736": (
        "vision/verdict/test_smears.py::test_a_smear_over_a_wand_never_makes_a_sure_wrong_value",
    ),
    "AI-on-the-edge-device #4070": (
        "vision/verdict/test_smears.py::test_a_mark_that_is_blurred_and_washed_is_no_blank_face",
    ),
    "pibooth PR #686": ("vision_pi/test_stand_in.py::test_a_lens_is_focused_on_the_pane_once_and_held_there",),
    "picamera2 #1098": ("vision_pi/test_stand_in.py::test_a_lens_whose_place_is_kept_is_not_moved_again",),
    "PhotonVision PR #1080": (
        "vision/cameras/test_usb.py::test_locked_the_picture_stays_as_it_was",
        "vision/cameras/test_usb.py::test_a_camera_that_goes_on_by_itself_is_told_of",
    ),
    "opencv #9738": (
        "vision/cameras/test_usb.py::test_locked_the_picture_stays_as_it_was",
        "vision/cameras/test_usb.py::test_a_camera_that_goes_on_by_itself_is_told_of",
    ),
    "framegrab #50": ("vision/cameras/test_cameras.py::test_auto_on_a_pi_is_the_camera_that_is_there",),
    "camera-streamer #3": (
        "vision/cameras/test_cameras.py::test_auto_on_a_pi_is_the_camera_that_is_there",
        "commands/doctor/test_traps.py::test_a_trap_is_found_with_its_cure",
    ),
    "wesnoth #1521": ("e2e/test_flow.py",),
    "JCloisterZone #365": ("e2e/test_flow.py",),
    "gunicorn #3518": ("programs/test_slow_clients.py::test_eighty_half_sent_requests_delay_nobody",),
    "gunicorn #2917": ("programs/test_slow_clients.py::test_clients_that_do_not_hang_up_delay_nobody",),
    "dozzle #1802": ("e2e/test_browsers.py::test_where_the_stream_is_held_back_the_page_asks",),
    "pi-web #806": (
        "web/test_names.py::test_a_seat_comes_back_by_a_link_of_another_app_and_changes_nothing_from_there",
    ),
    "copyparty #737": ("web/test_networks.py::test_in_a_network_of_its_own",),
    "helgobox #431": ("web/test_networks.py::test_in_a_network_of_its_own",),
    "cpython #126434": ("programs/test_sigterm.py::test_five_hundred_ends_at_any_moment", "link/test_ending.py"),
    "tomli #304": ("programs/test_records.py::test_files_as_an_old_editor_saves_them_are_read",),
    "systemd v254": ("systemd/test_units.py",),
}


def names(file: Path) -> set[str]:
    """The tests of a file, those in classes included."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_lesson_of_the_list_is_here_and_no_other() -> None:
    rows = (HERE / "lessons.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(row for row in rows if not row.startswith("#")) == sorted(LESSONS)


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_lesson_has_its_test(lesson: str) -> None:
    for test in LESSONS[lesson]:
        file, _, name = test.partition("::")
        found = names(HERE / file)
        assert name in found if name else any(each.startswith("test_") for each in found), test
