import type { ExamStep } from '@dxx/contract/calls/exams'
import { arrangePaper } from '@dxx/contract/rules/exam-order'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import type { CallData } from '../../api/use-call'
import type { Paper } from './attempt-store'
import { type LocalAttempt, newLocalAttempt } from './local-attempt'
import { parseRoomNews } from './room'

/** Milliseconds until a save counts as lost and is sent again. */
const saveTimeout = 12_000

/** Builds the paper and the local attempt from the response of exam_start. */
export function startedAttempt(begun: CallData<'GET /v1/exam_start'>): { paper: Paper; localAttempt: LocalAttempt } {
  const { attempt, title, graceSeconds, leaves } = begun
  const questions = arrangePaper(begun.questions, begun)
  const given = Object.fromEntries(
    begun.answers.map(({ question, answer, flagged }) => [question, { answer, flagged }]),
  )
  return {
    paper: {
      attempt: attempt.id,
      title,
      deadline: attempt.deadline,
      graceSeconds,
      leaves,
      questions,
      ...((begun.shuffle.questions || begun.paperNumbers) && {
        paperNumbers: Object.fromEntries(
          begun.questions.map(({ id }, index) => [id, begun.paperNumbers?.[index] ?? index + 1]),
        ),
      }),
      room: parseRoomNews(begun, { deadline: attempt.deadline, now: begun.now }),
    },
    localAttempt: newLocalAttempt(attempt.id, begun.epoch, given),
  }
}

/** Sends steps; an empty list only asks for the deadline, the state and whether another device has taken over. */
export async function postSteps(
  { attempt, epoch }: LocalAttempt,
  steps: ExamStep[],
): Promise<CallData<'POST /v1/exam_save'>> {
  const abort = new AbortController()
  const timeout = setTimeout(() => abort.abort(), saveTimeout)
  try {
    return await callApi('POST /v1/exam_save', { attempt, epoch, steps }, { signal: abort.signal })
  } finally {
    clearTimeout(timeout)
  }
}

/** Sends the recorded absences. Returns null if the server rejects them: they must not block the submission. */
export async function postLeaves({
  attempt,
  epoch,
  leaves,
}: LocalAttempt): Promise<CallData<'POST /v1/exam_leave'> | null> {
  return callApi('POST /v1/exam_leave', { attempt, epoch, leaves }).catch((error) => {
    if (error instanceof ApiError && error.name === 'invalid-input') return null
    throw error
  })
}

/**
 * Sends the id of the last message that the student has read. A rejection is ignored: it must not block answers and the
 * submission.
 */
export async function postConfirmed({ attempt }: LocalAttempt, message: string): Promise<void> {
  await callApi('POST /v1/exam_message_read', { attempt, message }).catch((error) => {
    if (!(error instanceof ApiError && error.decided)) throw error
  })
}
