// Which goals were met in this browser. The playground checks them, the lesson
// shows them.

import { keep, recall } from "../store"

export const goalMet = (name: string): boolean => recall("goal." + name) !== null

export function keepGoal(name: string): void { keep("goal." + name, "met") }
