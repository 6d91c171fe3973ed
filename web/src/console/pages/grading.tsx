import { HandInRoom } from './classes/assignments/hand-in-room'
import { GradingExam } from './grading/exam'
import { GradingList } from './grading/list'
import { RoomPage } from './grading/room'
import { parseRoomPath } from './grading/room-address'

/**
 * 批阅室: exams to grade, questions of one exam (`/grading/<exam>`), answers to one question, or hand-ins of one
 * assignment (`/grading/hand-ins/<assignment>`).
 */
export function GradingPage({ id, part }: { id?: string; part?: string }) {
  if (!id) return <GradingList />
  if (id === 'hand-ins' && part) return <HandInRoom key={part} id={part} />
  return part ? <RoomPage key={`${id}/${part}`} room={parseRoomPath(id, part)} /> : <GradingExam key={id} id={id} />
}
