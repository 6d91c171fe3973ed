import { useState } from 'react'
import type { StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { StateTag } from '../../kit/tag'

interface SuggestionProps {
  exam: string
  question: string
  part: number | null
  answer: string
  rubric: readonly { score: number; html: string }[]
  rubricId: string
  /** Copies the points that the model suggests; the grader still has to save the score. */
  onTake(points: number[], score: number): void
}

/** Suggestion of a model for the score of a 简答, on request. Shown only if a model is configured. */
export function GradeSuggestion(props: SuggestionProps) {
  const { data } = useStaffCall('GET /staff/v1/ai_available', {})
  const [asked, setAsked] = useState('')
  if (!data?.available) return null
  if (asked === props.answer) return <Suggested {...props} />
  return (
    <div>
      <ConsoleButton kind="soft" size="small" onClick={() => setAsked(props.answer)}>
        看 AI 建议
      </ConsoleButton>
    </div>
  )
}

function Suggested({ exam, question, part, answer, rubric, rubricId, onTake }: SuggestionProps) {
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/ai_grade_suggestion',
    { exam, question, part, answer },
    // A second request would cost money and could change the suggested points while the grader reads them.
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <section aria-label="AI 建议" className="rounded-item bg-fill px-3 py-2.5 text-13">
      {error ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-ink-2">
          {error.msg}
          <ConsoleButton kind="quiet" size="small" onClick={() => void refetch()}>
            再试一次
          </ConsoleButton>
        </p>
      ) : data ? (
        <Details {...{ data, rubric }} isCurrent={data.rubricId === rubricId} onTake={onTake} />
      ) : (
        <p role="status" className="text-ink-3">
          正在读这份答案…
        </p>
      )}
    </section>
  )
}

interface DetailsProps {
  data: StaffData<'GET /staff/v1/ai_grade_suggestion'>
  rubric: SuggestionProps['rubric']
  isCurrent: boolean
  onTake: SuggestionProps['onTake']
}

function Details({ data, rubric, isCurrent, onTake }: DetailsProps) {
  const met = data.points.filter((point) => point.met)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">建议 {data.score} 分</b>
        <StateTag tone="grey">AI 建议，请核对</StateTag>
        {data.suspicious && <StateTag tone="amber">答案里有写给 AI 的话</StateTag>}
      </p>
      {data.reason && <p className="mt-1 text-ink-2">{data.reason}</p>}
      {rubric.length > 0 && (
        <ul className="mt-1.5 space-y-1">
          {data.points.map(({ point, met: isMet, words }) => (
            <li key={point} className={isMet ? undefined : 'text-ink-3'}>
              要点 {point + 1}：{isMet ? `「${words}」` : '没有找到'}
            </li>
          ))}
        </ul>
      )}
      {isCurrent ? (
        <ConsoleButton
          kind="quiet"
          size="small"
          onClick={() =>
            onTake(
              met.map(({ point }) => point),
              data.score,
            )
          }
        >
          填入这个建议
        </ConsoleButton>
      ) : (
        <p className="mt-1 text-ink-3">评分要点改过了，这个建议不能直接填入。</p>
      )}
    </>
  )
}
