//! Tables of points that a person gave.

use crate::support::{Folder, standing};
use sprague::homework::marks::Marks;

#[test]
fn tables_are_read_as_spreadsheets_write_them() {
    let folder = Folder::new();
    folder.free_key("question q1 worth 5\n expect 1\nend\nquestion q2\n expect 2\nend\nquestion q3\n expect 3\nend\n");
    folder.put("ada.cgt", "answer q1 = 1\nanswer q2 = 3\nanswer q3 = 3\n");
    let read = |table: &str| {
        folder.put("marks.csv", table);
        let report = folder.grade(&["ada.cgt", "--marks", "marks.csv"]);
        let questions = report["submissions"][0]["questions"].as_array().expect("questions").clone();
        let told = |q: &serde_json::Value| format!("{} {}", standing(q), q["reasons"]);
        questions.iter().map(told).collect::<Vec<_>>()
    };
    let told = read("student,question,points,comment\r\nAda,q1,2.5,\"said \"\"so\"\",\nand more\"\r\nbob,q1,,\r\n");
    assert_eq!(told[0], r#"partial 2.5 ["said \"so\", and more"]"#);
    assert!(
        told[1].starts_with("wrong 0.0 ") && told[2].starts_with("right 1.0 "),
        "who is not named keeps what was found"
    );
    let told = read("points;question;student\n1/2;q2;ada\n0,5;q3;ada\n");
    assert!(told[0].starts_with("right 5.0 "), "{told:?}");
    assert_eq!(told[1..], ["partial 0.5 []", "partial 0.5 []"]);
    for wrong in [
        "",
        "student,points\na,1\n",
        "student,question,points\na,q,many\n",
        "student,question,points\na,q,-1\n",
        "student,question,points\n\"a",
    ] {
        assert!(Marks::read(wrong).is_err(), "{wrong}");
    }
}
