import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { useMedia } from '../../../ui/use-media'
import { callStaff, type StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { useUrlState } from '../../kit/address'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { KeyLabel } from '../../kit/key'
import { useShortcut } from '../../kit/shortcuts'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'
import { GradedList } from './graded-list'
import { GroupsCard, QuestionCards } from './question-card'
import { RefusedList } from './refused-list'
import { type RoomRef, roomPath } from './room-address'
import { RoomBar, RoomProgress } from './room-bar'
import { currentItem, forgetPoints, type Item, showAnswer } from './room-state'
import { Scoring } from './scoring'
import { SetupDialog } from './setup-dialog'
import { TakeMenu } from './take-menu'
import { type GradingRoom, type TakeChoice, useGradingRoom } from './use-room'
import type { Overlay } from './use-scoring'

/** Grading screen of one question: shows one answer after the other, scored with the keyboard. */
export function RoomPage({ room }: { room: RoomRef }) {
  const [{ mode, order, class: classId }] = useUrlState(['mode', 'order', 'class'])
  const { data, error, refetch } = useStaffCall('GET /staff/v1/grading_question', room)
  if (!data) {
    return error ? (
      <Failure error={error} noun="这道题" onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton height={72} count={6} />
    )
  }
  const choice: TakeChoice = {
    mode: mode === 'third' ? 'third' : 'waiting',
    order: order === 'similar' ? 'similar' : 'submitted',
    class: /^[\da-f-]{36}$/.test(classId) ? classId : undefined,
  }
  return <RoomView key={Object.values(choice).join()} room={room} choice={choice} question={data} />
}

interface RoomViewProps {
  room: RoomRef
  choice: TakeChoice
  question: StaffData<'GET /staff/v1/grading_question'>
}

function RoomView({ room: ref, choice, question }: RoomViewProps) {
  const me = useSignedInStaff()
  const { progress } = question
  const { setup, maxScore } = progress
  const room = useGradingRoom(ref, choice, setup.rubricId)
  const [{ list }, setAddress] = useUrlState(['list', 'order', 'class'])
  const [overlay, setOverlay] = useState<Overlay>(list === 'flagged' ? 'list' : null)
  const [isKeyOpen, setKeyOpen] = useState(true)
  const isRoomy = useMedia('(min-width: 1200px)')
  const panel = useRef<HTMLElement>(null)
  const rubricId = useRef(setup.rubricId)
  if (rubricId.current !== setup.rubricId) {
    rubricId.current = setup.rubricId
    room.update(forgetPoints)
  }
  const item = useNamedItem(room, setup.anonymous)
  const focusPanel = () => panel.current?.focus({ preventScroll: true })
  const closeOverlay = () => {
    setOverlay(null)
    // A closing dialog focuses the button that opened it, where Enter would open it again instead of saving a score.
    setTimeout(focusPanel)
  }
  const openAnswers = (ids: string[]) => void showAnswers(room, ref, ids)
  const cards = (
    <>
      <QuestionCards question={question} isOpen={isKeyOpen} onToggle={() => setKeyOpen(!isKeyOpen)} />
      <GroupsCard room={ref} shown={item?.answer} onOpen={openAnswers} />
    </>
  )
  return (
    <>
      <RoomBar
        room={ref}
        mode={choice.mode}
        progress={progress}
        filter={
          <TakeMenu
            choice={choice}
            classes={question.classes}
            onOrder={(order) => setAddress({ order: order === 'similar' ? order : '' }, { replace: true })}
            onClass={(id) => setAddress({ class: id }, { replace: true })}
          />
        }
        onList={() => setOverlay('list')}
        onSetup={hasAnyPermission(me, ['exam.manage']) ? () => setOverlay('setup') : undefined}
      />
      <RoomProgress progress={progress} room={room} isEmpty={!item} />
      <RefusedList
        refused={room.view.refused.filter(
          ({ exam, question: id, part }) => exam === ref.exam && id === ref.question && part === ref.part,
        )}
        onShow={({ answer }) => openAnswers([answer])}
        onDismiss={({ key, answer }) => room.outbox.dismiss(key, answer)}
      />
      <div className="flex min-h-0 flex-1 gap-4 max-desk:flex-col max-desk:overflow-visible">
        {isRoomy && <div className="flex w-75 shrink-0 flex-col gap-3 overflow-y-auto">{cards}</div>}
        {item ? (
          <Scoring
            room={room}
            item={item}
            question={question}
            panel={panel}
            overlay={overlay}
            onOverlay={setOverlay}
            onReference={() => (isRoomy ? setKeyOpen(!isKeyOpen) : setOverlay('question'))}
            onFocus={focusPanel}
          />
        ) : (
          <NoAnswer
            room={room}
            place={ref}
            choice={choice}
            isVoid={progress.isVoid}
            onList={() => setOverlay('list')}
          />
        )}
      </div>
      <GradedList
        open={overlay === 'list'}
        room={ref}
        first={list === 'flagged' ? 'flagged' : 'mine'}
        onClose={closeOverlay}
        onShow={(answer) => {
          closeOverlay()
          room.update((state) => showAnswer(state, answer))
        }}
      />
      <SetupDialog open={overlay === 'setup'} room={ref} progress={progress} onClose={closeOverlay} />
      <Dialog
        side
        open={overlay === 'question'}
        onClose={closeOverlay}
        title={`第 ${progress.number} 题，满分 ${maxScore} 分`}
      >
        <div className="-mx-3 flex flex-col gap-2">{!isRoomy && cards}</div>
      </Dialog>
    </>
  )
}

/**
 * The shown answer, without the student's name in anonymous grading: answers loaded before the setting changed have
 * names. Loads the names when the setting is switched off.
 */
function useNamedItem(room: GradingRoom, isAnonymous: boolean): Item | undefined {
  const wasAnonymous = useRef(isAnonymous)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the setting changes
  useEffect(() => {
    if (wasAnonymous.current && !isAnonymous) void room.take()
    wasAnonymous.current = isAnonymous
  }, [isAnonymous])
  const item = currentItem(room.state)
  return item && isAnonymous ? { ...item, answer: { ...item.answer, student: null } } : item
}

/** Shows one of several equal answers: an open one if there is one, otherwise a scored one. */
async function showAnswers(room: GradingRoom, ref: RoomRef, ids: string[]): Promise<void> {
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

/** The next question of the exam with answers for this grader; after the last question, the first one. */
function useNextQuestion({ exam, question, part }: RoomRef) {
  const { data } = useStaffCall('GET /staff/v1/grading_overview', { exam }, { refetchInterval: 15_000 })
  const all = data?.questions ?? []
  const at = all.findIndex((one) => one.question === question && one.part === part)
  const next = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find((one) => one.free > 0 && !one.isVoid)
  if (!next) return null
  return { number: next.number, free: next.free, room: { exam, question: next.question, part: next.part } }
}

/**
 * Number of answers that this grader may take now, by the progress loaded since the last answer was scored. They are
 * not taken by themselves: an absent grader would keep them from the others.
 */
function useReleased(place: RoomRef, { view, pile }: GradingRoom): number {
  const [since] = useState(Date.now)
  const { data, dataUpdatedAt } = useStaffCall('GET /staff/v1/grading_question', place, { refetchInterval: 15_000 })
  const isNewer = dataUpdatedAt > since && view.waiting === 0
  return pile.held > 0 && isNewer ? (data?.progress.free ?? 0) : 0
}

interface NoAnswerProps {
  room: GradingRoom
  place: RoomRef
  choice: TakeChoice
  isVoid: boolean
  onList(): void
}

/** Shown without an answer to score: answers are loading, loading failed, or all are scored. */
function NoAnswer({ room, place, choice, isVoid, onList }: NoAnswerProps) {
  const { data } = useStaffCall('GET /staff/v1/grading_list', {}, { refetchInterval: 15_000 })
  const [, setAddress] = useUrlState(['class'])
  const waiting = data?.list.find(({ id }) => id === place.exam)?.waiting ?? 0
  const { held, heldUntil } = room.pile
  const isThird = choice.mode === 'third'
  const released = useReleased(place, room)
  const back = isThird || choice.class ? 0 : released
  const canUndo = room.state.steps.length > 0
  useShortcut('u', '撤销上一份', room.undo, { group: '批阅', enabled: canUndo })
  useShortcut('z', '撤销上一份', room.undo, { group: '批阅', enabled: canUndo })
  useShortcut('l', '批过的答卷', onList, { group: '批阅' })
  const next = useNextQuestion(place)
  const [, go] = useLocation()
  const onward = next ? roomPath(next.room) : waiting > 0 && !isThird ? `/grading/${place.exam}` : '/grading'
  useShortcut('n', next ? '下一道要批的题' : '回到列表', () => go(onward), { group: '批阅' })
  if (room.pile.error) return <Failure error={room.pile.error} noun="答卷" onRetry={() => void room.take()} />
  if (!room.pile.isLoaded || !room.pile.isExhausted) return <TableSkeleton height={72} count={5} />
  return (
    <section aria-label="答卷" className="flex flex-1 flex-col rounded-card bg-card">
      {isVoid ? (
        <RegionState tone="grey" icon={<Ban size={24} />} title="这道题已经作废，不用批阅" />
      ) : (
        <RegionState
          tone="green"
          icon={<CircleCheck size={24} />}
          title={
            back > 0
              ? `有 ${back} 个作答可以批了`
              : isThird
                ? '没有要仲裁的答卷'
                : choice.class
                  ? '这个班没有等着你批的答卷'
                  : '这道题没有等着你批的答卷'
          }
          text={
            back > 0
              ? '别的老师放回了没批完的'
              : held > 0 && heldUntil !== null
                ? `别的老师正在批 ${held} 个；没批完的最迟 ${timeText(heldUntil)} 放回`
                : next
                  ? '这场考试还有别的题等着批'
                  : waiting > 0
                    ? undefined
                    : '这场考试都批完了'
          }
        >
          {choice.class && (
            <ConsoleButton kind="soft" size="small" onClick={() => setAddress({ class: '' }, { replace: true })}>
              批所有班的
            </ConsoleButton>
          )}
          {canUndo && (
            <ConsoleButton kind="soft" size="small" icon={<RotateCcw size={14} />} hotkey="U" onClick={room.undo}>
              撤销上一份
            </ConsoleButton>
          )}
          <ConsoleButton kind={back > 0 ? 'primary' : 'soft'} size="small" onClick={() => void room.take()}>
            {back > 0 ? '接着批' : '再看一次'}
          </ConsoleButton>
          <Link
            href={isThird ? roomPath(place) : `/grading/${place.exam}`}
            className={consoleButtonClass('line', 'small')}
          >
            {isThird ? '回到这道题' : '这场考试的其他题'}
          </Link>
          <Link href={onward} className={consoleButtonClass(back > 0 ? 'line' : 'primary', 'small')}>
            {next ? `批第 ${next.number} 题，${next.free} 个` : '回到批阅室'}
            <KeyLabel>N</KeyLabel>
          </Link>
        </RegionState>
      )}
    </section>
  )
}
