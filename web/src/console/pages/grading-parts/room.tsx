import CircleCheck from 'lucide-react/icons/circle-check'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { readStored, writeStored } from '../../../state/local-storage'
import { useMedia } from '../../../ui/use-media'
import { callStaff, type Data } from '../../api/client'
import { useStaff } from '../../api/hooks'
import { mayAny, useMe } from '../../frame/me'
import { useAddress } from '../../kit/address'
import { Act, actClass } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { Failure, RegionState, SkeletonRows } from '../../kit/states'
import { AnswerCard } from './answer-card'
import { answerCode } from './answer-code'
import { CommentBox } from './comment-box'
import { GradedList } from './graded-list'
import { GroupsCard, QuestionCards } from './question-card'
import { RefusedList } from './refused-list'
import { type RoomRef, roomPath } from './room-address'
import { RoomBar, RoomProgress } from './room-bar'
import { RoomFoot, ScoreActions } from './room-foot'
import {
  currentItem,
  editDraft,
  forgetPoints,
  type Item,
  move,
  scoreOf,
  showAnswer,
  skip,
  togglePoint,
} from './room-state'
import { clampScore, typeScore } from './score-entry'
import { RubricList, ScoreBox } from './score-panel'
import { SetupDialog } from './setup-dialog'
import { type Room, type TakeMode, useRoom } from './use-room'
import { useRoomKeys } from './use-room-keys'

/** The room of one question: one answer after the other, scored by keys. */
export function RoomPage({ room }: { room: RoomRef }) {
  const [{ mode }] = useAddress(['mode'])
  const { data, error, refetch } = useStaff('GET /staff/v1/grading_question', room)
  if (!data) {
    return error ? (
      <Failure error={error} noun="这道题" onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows height={72} count={6} />
    )
  }
  const taken: TakeMode = mode === 'third' ? 'third' : 'waiting'
  return <RoomView key={taken} room={room} mode={taken} question={data} />
}

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

interface RoomViewProps {
  room: RoomRef
  mode: TakeMode
  question: Data<'GET /staff/v1/grading_question'>
}

type Overlay = 'list' | 'setup' | 'phrases' | 'question' | null

function RoomView({ room: ref, mode, question }: RoomViewProps) {
  const me = useMe()
  const room = useRoom(ref, mode)
  const { progress } = question
  const { setup, maxScore } = progress
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [isKeyOpen, setKeyOpen] = useState(true)
  const isRoomy = useMedia('(min-width: 1200px)')
  const panel = useRef<HTMLElement>(null)
  const version = useRef(setup.version)
  if (version.current !== setup.version) {
    version.current = setup.version
    room.update(forgetPoints)
  }
  const item = currentItem(room.state)
  const focusAnswer = () => panel.current?.focus({ preventScroll: true })

  /** Shows one of equal answers: one that waits, otherwise as it was scored. */
  async function openAnswers(ids: string[]) {
    if (room.goTo(ids)) return
    try {
      await room.take(ids[0])
      if (room.goTo(ids)) return
      const { list } = await callStaff('GET /staff/v1/grading_answers', { ...ref, answer: ids[0] })
      const [found] = list
      if (found) room.update((state) => showAnswer(state, found))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.msg)
    }
  }

  const cards = (
    <>
      <QuestionCards question={question} isOpen={isKeyOpen} onToggle={() => setKeyOpen(!isKeyOpen)} />
      <GroupsCard room={ref} shown={item?.answer} onOpen={(answers) => void openAnswers(answers)} />
    </>
  )
  return (
    <>
      <RoomBar
        room={ref}
        mode={mode}
        progress={progress}
        onList={() => setOverlay('list')}
        onSetup={mayAny(me, ['exam.manage']) ? () => setOverlay('setup') : undefined}
      />
      <RoomProgress progress={progress} view={room.view} times={room.times} />
      <RefusedList
        refused={room.view.refused.filter(
          ({ exam, question: id, part }) => exam === ref.exam && id === ref.question && part === ref.part,
        )}
        onShow={({ answer }) => void openAnswers([answer])}
        onDismiss={({ key, answer }) => room.outbox.dismiss(key, answer)}
      />
      <div className="flex min-h-0 flex-1 gap-4 max-desk:flex-col max-desk:overflow-visible">
        {isRoomy && <div className="flex w-75 shrink-0 flex-col gap-3 overflow-y-auto">{cards}</div>}
        {item ? (
          <Grading
            room={room}
            item={item}
            question={question}
            panel={panel}
            overlay={overlay}
            onOverlay={setOverlay}
            onReference={() => (isRoomy ? setKeyOpen(!isKeyOpen) : setOverlay('question'))}
            onFocus={focusAnswer}
          />
        ) : (
          <NoAnswer room={room} place={ref} mode={mode} />
        )}
      </div>
      <GradedList
        open={overlay === 'list'}
        room={ref}
        onClose={() => setOverlay(null)}
        onShow={(answer) => {
          setOverlay(null)
          room.update((state) => showAnswer(state, answer))
        }}
      />
      <SetupDialog open={overlay === 'setup'} room={ref} progress={progress} onClose={() => setOverlay(null)} />
      <Dialog
        side
        open={overlay === 'question'}
        onClose={() => setOverlay(null)}
        title={`第 ${progress.number} 题，满分 ${maxScore} 分`}
      >
        <div className="-mx-3 flex flex-col gap-2">{!isRoomy && cards}</div>
      </Dialog>
    </>
  )
}

interface GradingProps {
  room: Room
  item: Item
  question: Data<'GET /staff/v1/grading_question'>
  panel: React.RefObject<HTMLElement | null>
  overlay: Overlay
  onOverlay(overlay: Overlay): void
  onReference(): void
  onFocus(): void
}

/** The shown answer and its score. */
function Grading({ room, item, question, panel, overlay, onOverlay, onReference, onFocus }: GradingProps) {
  const me = useMe()
  const { maxScore, setup } = question.progress
  const { rubric } = setup
  const { draft } = item
  const score = scoreOf(draft, rubric, maxScore)
  const [font, changeFont] = useFontSize()
  const [hint, setHint] = useState('')
  const comment = useRef<HTMLTextAreaElement>(null)
  const setScore = (next: number | null, points = draft.points) => {
    setHint('')
    room.update((state) => editDraft(state, { score: next, points }))
  }
  const step = (by: number) => setScore(clampScore((score ?? 0) + by, maxScore))
  const save = () => {
    const isDone = room.grade(rubric, maxScore)
    setHint(isDone ? '' : '先给分：勾选评分点、按数字，或按 0 给零分')
    if (isDone) onFocus()
  }
  const undo = () => {
    setHint(room.undo() ? '' : '没有可以撤销的了')
    onFocus()
  }
  const toggle = (point: number) => {
    setHint('')
    room.update((state) => togglePoint(state, point))
  }
  const typed = (key: string) => {
    if (rubric.length === 0) return setScore(typeScore(draft.score, key, maxScore), [])
    if (key === '0') return setScore(0, [])
    if (key === '.') return step(0.5)
    if (key === 'Backspace') return setScore(null, [])
    if (Number(key) <= rubric.length) toggle(Number(key) - 1)
  }
  useRoomKeys({
    type: typed,
    save,
    undo,
    skip: () => room.update(skip),
    move: (by) => room.update((state) => move(state, by)),
    step,
    full: () => setScore(maxScore),
    together: () => room.update((state) => editDraft(state, { together: !draft.together })),
    comment: () => comment.current?.focus(),
    phrases: () => onOverlay('phrases'),
    list: () => onOverlay('list'),
    reference: onReference,
  })
  const last = room.state.steps.at(-1)
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 max-desk:flex-none">
        <AnswerCard
          focusRef={panel}
          item={item}
          fontSize={font}
          onFont={changeFont}
          onMove={(by) => room.update((state) => move(state, by))}
          onTogether={(together) => room.update((state) => editDraft(state, { together }))}
        />
        <RoomFoot
          last={last && `${answerCode(last.before.answer.id)} 给了 ${last.score} 分`}
          hasRubric={rubric.length > 0}
        />
      </div>
      <aside
        aria-label="给分"
        className="flex w-85 shrink-0 flex-col rounded-card bg-card max-desk:w-full max-wide:w-75"
      >
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3.5">
          <RubricList
            rubric={rubric}
            met={draft.points}
            onToggle={toggle}
            onEdit={mayAny(me, ['exam.manage']) ? () => onOverlay('setup') : undefined}
          />
          <ScoreBox
            score={score}
            max={maxScore}
            isSum={draft.score === null && draft.points.length > 0}
            onChange={(next) => setScore(next)}
            onStep={step}
            onEnter={save}
          />
          <CommentBox
            inputRef={comment}
            value={draft.comment}
            onChange={(text) => room.update((state) => editDraft(state, { comment: text }))}
            onEnter={save}
            onLeave={onFocus}
            isPicking={overlay === 'phrases'}
            onPicking={(open) => onOverlay(open ? 'phrases' : null)}
          />
        </div>
        <ScoreActions
          score={score}
          hint={hint}
          count={draft.together && !item.isGraded ? item.answer.equals.length + 1 : 1}
          isAgain={item.isGraded}
          canUndo={room.state.steps.length > 0}
          onSave={save}
          onUndo={undo}
          onSkip={() => room.update(skip)}
          onReference={onReference}
        />
      </aside>
    </>
  )
}

/** Nothing to score: still loading, failed, or everything is done. */
function NoAnswer({ room, place, mode }: { room: Room; place: RoomRef; mode: TakeMode }) {
  const { data } = useStaff('GET /staff/v1/grading_list', {}, { refetchInterval: 15_000 })
  const waiting = data?.list.find(({ id }) => id === place.exam)?.waiting ?? 0
  if (room.pile.error) return <Failure error={room.pile.error} noun="答卷" onRetry={() => void room.take()} />
  if (!room.pile.isLoaded) return <SkeletonRows height={72} count={5} />
  return (
    <RegionState
      tone="green"
      icon={<CircleCheck size={24} />}
      title={mode === 'third' ? '没有要仲裁的答卷' : '这道题没有等着你批的答卷'}
      text={waiting > 0 ? '这场考试还有别的题等着批，或别的老师放回了答卷' : '别的老师手上的答卷放回以后会出现在这里'}
    >
      <Act kind="soft" size="small" onClick={() => void room.take()}>
        再看一次
      </Act>
      <Link href={mode === 'third' ? roomPath(place) : `/grading/${place.exam}`} className={actClass('line', 'small')}>
        {mode === 'third' ? '回到这道题' : '这场考试的其他题'}
      </Link>
    </RegionState>
  )
}
