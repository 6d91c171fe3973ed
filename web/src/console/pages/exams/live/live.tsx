import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useCallback, useMemo, useState } from 'react'
import { useMedia } from '../../../../ui/use-media'
import { useUrlState } from '../../../kit/address'
import { Dialog } from '../../../kit/dialog'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, TableSkeleton } from '../../../kit/states'
import { Feed, Messages } from './feed'
import { LiveFigures, RoomHead } from './figures'
import { countLiveStudents, isCollecting } from './live-state'
import type { Addressed } from './message-form'
import { type OpenLiveDialog, RoomDialogs } from './room-dialogs'
import { SelectionBar } from './selection-bar'
import { StudentDetail } from './student-pane'
import { Students } from './students'
import { type Live, useLive } from './use-live'

/** 监控: the students while the exam runs, updated automatically. */
export function LiveTab({ exam }: { exam: StaffExam }) {
  const { data, error, refetch, dataUpdatedAt, events } = useLive(exam.id)
  if (!data) {
    return error ? <Failure error={error} noun="考场" onRetry={() => void refetch()} /> : <TableSkeleton height={56} />
  }
  return <RoomView exam={exam} live={data} updatedAt={dataUpdatedAt} events={events} />
}

interface RoomViewProps {
  exam: StaffExam
  live: Live
  updatedAt: number
  events: ReturnType<typeof useLive>['events']
}

/** Selected students. The functions are stable, so that of 500 cells only changed ones render again. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = useCallback(
    (student: string) =>
      setSelected((before) => {
        const after = new Set(before)
        if (!after.delete(student)) after.add(student)
        return after
      }),
    [],
  )
  return { selected, select, clear: () => setSelected(new Set()) }
}

function addressedOf({ students }: Live, ids: string[]): Addressed {
  const names = students.filter(({ student }) => ids.includes(student)).map(({ name }) => name)
  return { ids, name: names.length > 1 ? `${names[0]}等 ${names.length} 人` : (names[0] ?? '') }
}

function RoomView({ exam, live, updatedAt, events }: RoomViewProps) {
  const [address, setAddress] = useUrlState(['kind', 'class', 'keyword', 'student', 'view'])
  const [asked, setAsked] = useState<OpenLiveDialog | null>(null)
  const { selected, select, clear } = useSelection()
  const isBeside = useMedia('(min-width: 1200px)')
  const figures = countLiveStudents(live.students)
  const opened = live.students.find(({ student }) => student === address.student)
  const isOpen = live.state === 'scheduled' || (live.state === 'running' && !isCollecting(live, live.now))
  const { kind, class: ofClass, keyword } = address
  const filter = useMemo(() => ({ kind, class: ofClass, keyword }), [kind, ofClass, keyword])
  const open = useCallback((student: string) => setAddress({ student }, { replace: true }), [setAddress])
  const close = () => setAddress({ student: '' }, { replace: true })
  const addressed = (ids: string[]) => addressedOf(live, ids)
  useShortcut('t', '给所有人延长时间', () => setAsked({ what: 'extend', to: null }), { enabled: isOpen })
  useShortcut('b', '发公告', () => setAsked({ what: 'message', to: null }), { enabled: isOpen })
  useShortcut('p', '暂停', () => setAsked({ what: 'pause' }), {
    enabled: isOpen && live.state === 'running' && !live.paused,
  })
  useShortcut('escape', '关闭这位学生', close, { enabled: Boolean(opened) && isBeside })

  const detail = opened && (
    <StudentDetail
      student={opened}
      live={live}
      updatedAt={updatedAt}
      isOpen={isOpen}
      isSelected={selected.has(opened.student)}
      onSelect={() => select(opened.student)}
      onExtend={(minutes) => setAsked({ what: 'extend', to: addressed([opened.student]), minutes })}
      onMessage={() => setAsked({ what: 'message', to: addressed([opened.student]) })}
    />
  )
  const bar = (ids: string[], onClear: () => void) => (
    <SelectionBar
      count={ids.length}
      isOpen={isOpen}
      onExtend={() => setAsked({ what: 'extend', to: addressed(ids) })}
      onMessage={() => setAsked({ what: 'message', to: addressed(ids) })}
      onClear={onClear}
    />
  )
  return (
    <>
      <RoomHead
        exam={exam.id}
        live={live}
        updatedAt={updatedAt}
        onAsk={(what) => setAsked(what === 'pause' || what === 'end' ? { what } : { what, to: null })}
      />
      <LiveFigures
        figures={figures}
        questions={live.questions}
        kind={address.kind}
        onKind={(kind) => setAddress({ kind })}
      />
      <div className="flex gap-4 max-wide:flex-col">
        <Students
          live={live}
          filter={filter}
          isTable={address.view === 'table'}
          openId={opened?.student}
          selected={selected}
          onFilter={setAddress}
          onOpen={open}
          onSelect={select}
          bar={bar}
        />
        <div className="flex shrink-0 flex-col gap-3.5 max-wide:w-full wide:w-75">
          {isBeside && opened && (
            <section aria-label={`学生 ${opened.name}`} className="rounded-card bg-card px-4 py-3.5">
              {detail}
            </section>
          )}
          <Feed events={events} onOpen={open} />
          <Messages exam={exam} students={live.students} canSend={isOpen} />
        </div>
      </div>
      {selected.size > 0 && address.view !== 'table' && (
        <div className="sticky bottom-0 overflow-clip rounded-card bg-card shadow-float">
          {bar([...selected], clear)}
        </div>
      )}
      {!isBeside && (
        <Dialog side open={Boolean(opened)} onClose={close} title="学生">
          {detail}
        </Dialog>
      )}
      <RoomDialogs exam={exam} running={figures.answering} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}
