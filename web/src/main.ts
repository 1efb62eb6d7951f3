// The page's only module: it registers the elements, finds the page's islands
// and connects each machine to the engine.

import "./machine/pw-machine"
import "./machine/chunk-tree"
import "./dock/time-line"
import "./dock/event-log"
import "./play/code-editor"
import "./play/oom-reader"
import "./help-sheet"
import { connect } from "./engine/client"
import { start } from "./start"

start(connect)

if (document.querySelector("compare-view")) void import("./compare/compare-view")

if (document.querySelector("address-microscope")) void import("./microscope/address-microscope").then(x => x.begin(connect))
