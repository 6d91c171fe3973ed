import { type RefObject, useState } from 'react'
import { readStored, writeStored } from '../../../state/local-storage'
import type { StaffData } from '../../api/client'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { GradingAnswerCard } from './answer-card'
import { answerCode } from './answer-code'
import { CommentBox } from './comment-box'
import { RoomFoot, ScoreActions } from './room-foot'
import type { Item } from './room-state'
import { RubricList, ScoreBox } from './score-panel'
import { GradeSuggestion } from './suggestion'
import type { GradingRoom } from './use-room'
import { type Overlay, useScoring } from './use-scoring'

const fontKey = 'dxx-console-answer-font'
const fontSizes = [14, 16, 18, 20, 23]

function useFontSize() {
  const [at, setAt] = useState(() => Math.max(0, fontSizes.indexOf(Number(readStored(fontKey) ?? 16))))
  const change = (by: 1 | -1) => {
    const next = Math.min(fontSizes.length - 1, Math.max(0, at + by))
    setAt(next)
    writeStored(fontKey, String(fontSizes[next]))
  }
  return [fontSizes[at] ?? 16, change] as const
}

interface ScoringProps {
  room: GradingRoom
  item: Item
  question: StaffData<'GET /staff/v1/grading_question'>
  panel: RefObject<HTMLElement | null>
  overlay: Overlay
  onOverlay(overlay: Overlay): void
  onReference(): void
  onFocus(): void
}

/** The shown answer with the controls for its score. */
export function Scoring({ room, item, question, panel, overlay, onOverlay, onReference, onFocus }: ScoringProps) {
  const me = useSignedInStaff()
  const { progress } = question
  const { maxScore, setup } = progress
  const { draft } = item
  const [font, changeFont] = useFontSize()
  const scoring = useScoring({ room, item, progress, onOverlay, onReference, onFocus })
  const last = room.state.steps.at(-1)
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 max-desk:flex-none">
        <GradingAnswerCard
          focusRef={panel}
          item={item}
          fontSize={font}
          onFont={changeFont}
          onMove={scoring.move}
          onTogether={scoring.setTogether}
          onFlag={scoring.flag}
        />
        <RoomFoot
          last={last && `${answerCode(last.before.answer.id)} 给了 ${last.score} 分`}
          hasRubric={setup.rubric.length > 0}
        />
      </div>
      <aside
        aria-label="给分"
        className="flex w-85 shrink-0 flex-col rounded-card bg-card max-desk:w-full max-wide:w-75"
      >
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3.5">
          <RubricList
            rubric={setup.rubric}
            met={draft.points}
            onToggle={scoring.toggle}
            onEdit={hasAnyPermission(me, ['exam.manage']) ? () => onOverlay('setup') : undefined}
          />
          {progress.type === 'short' && (
            <GradeSuggestion
              exam={room.exam}
              question={progress.question}
              part={progress.part}
              answer={item.answer.id}
              rubric={setup.rubric}
              rubricId={setup.rubricId}
              onTake={scoring.takeSuggestion}
            />
          )}
          <ScoreBox
            score={scoring.score}
            max={maxScore}
            isSum={draft.score === null && draft.points.length > 0}
            onChange={scoring.setScore}
            onStep={scoring.step}
            onEnter={scoring.save}
          />
          <CommentBox
            inputRef={scoring.comment}
            value={draft.comment}
            onChange={scoring.setComment}
            onEnter={scoring.save}
            onLeave={onFocus}
            isPicking={overlay === 'phrases'}
            onPicking={(open) => onOverlay(open ? 'phrases' : null)}
          />
        </div>
        <ScoreActions
          score={scoring.score}
          hint={scoring.hint}
          count={draft.together && !item.isGraded ? item.answer.equals.length + 1 : 1}
          isAgain={item.isGraded}
          canUndo={room.state.steps.length > 0}
          onSave={scoring.save}
          onUndo={scoring.undo}
          onSkip={scoring.skip}
          onReference={onReference}
        />
      </aside>
    </>
  )
}
