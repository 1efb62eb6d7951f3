// The wiring of main.ts with the hand-made run in the place of the engine.

import "../machine/pw-machine"
import "../machine/chunk-tree"
import "../dock/time-line"
import "../dock/event-log"
import "../play/code-editor"
import "../play/oom-reader"
import "../help-sheet"
import { start } from "../start"
import { connect } from "./fake"

start(connect)
