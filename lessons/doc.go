// Package lessons holds the course: plain files, one folder a lesson, and the
// little code that reads them.
//
// A lesson's folder has
//
//	lesson.json             number, minutes, profiles, questions, goals, claims
//	text.en.md, text.zh.md  the text, written once in each language
//	*.cu                    its programs, and a solution of each goal
//
// The course table (course.go) names all eighteen lessons; a lesson without a
// folder is shown as coming and nothing more, so the list of a page and the
// files on disk cannot drift apart.
//
// The text is a small markup, read into Blocks and Spans (markup.go) and never
// into HTML: whoever shows a lesson, page or terminal, decides how a paragraph
// looks. It knows headings, paragraphs, lists, tables, code, bold, links, chips
// of provenance, and five lines that begin with @: a stage of the lesson, a
// program, a prediction, a goal, the list of transitions. Two languages of one
// lesson must have the same skeleton of such lines; a test checks it.
//
// A question is asked before the step that decides it. Its answer stands in the
// file together with the condition that an event log must satisfy, so that a
// machine can check the author: the same conditions serve as claims and goals.
// What is left out: progress and grading, which belong to those who run a
// program (web, the terminal), and all pictures, which come from the engine.
package lessons
