import { GradingExam } from './grading/exam'
import { GradingList } from './grading/list'
import { RoomPage } from './grading/room'
import { parseRoomPath } from './grading/room-address'

/** 批阅室: exams to grade, questions of one exam (`/grading/<exam>`), or answers to one question. */
export function GradingPage({ id, part }: { id?: string; part?: string }) {
  if (!id) return <GradingList />
  return part ? <RoomPage key={`${id}/${part}`} room={parseRoomPath(id, part)} /> : <GradingExam key={id} id={id} />
}
