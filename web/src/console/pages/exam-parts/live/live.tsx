import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import Users from 'lucide-react/icons/users'
import { memo, useCallback, useMemo, useState } from 'react'
import { useMedia } from '../../../../ui/use-media'
import { useAddress } from '../../../kit/address'
import { Act } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { FilterSelect } from '../../../kit/fields'
import { FilterBar } from '../../../kit/filter-bar'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, NoHit, RegionState, SkeletonRows } from '../../../kit/states'
import { Feed, Messages } from './feed'
import { LiveFigures, RoomHead } from './figures'
import { StudentGrid } from './grid'
import { figuresOf, kindNames, type LiveFilter, type LiveKind, needsLook, shownStudents } from './live-state'
import { type Addressed, ControlDialogs, ExtendDialog, MessageDialog } from './room-dialogs'
import { StudentDetail } from './student-pane'
import { StudentTable } from './student-table'
import { type Live, useLive } from './use-live'

/** 监控: the room while the exam runs. Everything comes by itself; nothing is punished. */
export function LiveTab({ exam }: { exam: StaffExam }) {
  const { data, error, refetch, dataUpdatedAt, events } = useLive(exam.id)
  if (!data) {
    return error ? <Failure error={error} noun="考场" onRetry={() => void refetch()} /> : <SkeletonRows height={56} />
  }
  return <RoomView exam={exam} live={data} updatedAt={dataUpdatedAt} events={events} />
}

interface RoomViewProps {
  exam: StaffExam
  live: Live
  updatedAt: number
  events: ReturnType<typeof useLive>['events']
}

type Asked = { what: 'extend' | 'message'; to: Addressed; minutes?: string } | { what: 'pause' | 'end' } | null

function RoomView({ exam, live, updatedAt, events }: RoomViewProps) {
  const [address, setAddress] = useAddress(['kind', 'class', 'keyword', 'student', 'view'])
  const [asked, setAsked] = useState<Asked>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isBeside = useMedia('(min-width: 1200px)')
  const figures = figuresOf(live.students)
  const opened = live.students.find(({ student }) => student === address.student)
  const isOpen = live.state === 'running' || live.state === 'scheduled'
  const { kind, class: ofClass, keyword } = address
  const filter = useMemo(() => ({ kind, class: ofClass, keyword }), [kind, ofClass, keyword])
  // Stable, so that 500 cells are drawn again only where something changed.
  const open = useCallback((student: string) => setAddress({ student }, { replace: true }), [setAddress])
  const close = () => setAddress({ student: '' }, { replace: true })
  const select = useCallback(
    (student: string) =>
      setSelected((before) => {
        const after = new Set(before)
        if (!after.delete(student)) after.add(student)
        return after
      }),
    [],
  )
  const addressed = (ids: string[]): Addressed => {
    const names = live.students.filter(({ student }) => ids.includes(student)).map(({ name }) => name)
    return { ids, name: names.length > 1 ? `${names[0]}等 ${names.length} 人` : (names[0] ?? '') }
  }
  useShortcut('t', '给所有人延长时间', () => setAsked({ what: 'extend', to: null }), { enabled: isOpen })
  useShortcut('b', '发公告', () => setAsked({ what: 'message', to: null }), { enabled: isOpen })
  useShortcut('escape', '关闭这位学生', close, { enabled: Boolean(opened) && isBeside })

  const detail = opened && (
    <StudentDetail
      student={opened}
      live={live}
      updatedAt={updatedAt}
      isSelected={selected.has(opened.student)}
      onSelect={() => select(opened.student)}
      onExtend={(minutes) => setAsked({ what: 'extend', to: addressed([opened.student]), minutes })}
      onMessage={() => setAsked({ what: 'message', to: addressed([opened.student]) })}
    />
  )
  const bar = (ids: string[], clear: () => void) => (
    <SelectionBar
      count={ids.length}
      onExtend={() => setAsked({ what: 'extend', to: addressed(ids) })}
      onMessage={() => setAsked({ what: 'message', to: addressed(ids) })}
      onClear={clear}
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
          <Messages exam={exam} canSend={isOpen} />
        </div>
      </div>
      {selected.size > 0 && address.view !== 'table' && (
        <div className="sticky bottom-0 rounded-card bg-card shadow-float">
          {bar([...selected], () => setSelected(new Set()))}
        </div>
      )}
      {!isBeside && (
        <Dialog side open={Boolean(opened)} onClose={close} title="学生">
          {detail}
        </Dialog>
      )}
      <ExtendDialog
        exam={exam.id}
        to={asked?.what === 'extend' ? asked.to : null}
        minutes={asked?.what === 'extend' ? asked.minutes : undefined}
        open={asked?.what === 'extend'}
        onClose={() => setAsked(null)}
      />
      <MessageDialog
        exam={exam.id}
        to={asked?.what === 'message' ? asked.to : null}
        open={asked?.what === 'message'}
        onClose={() => setAsked(null)}
      />
      <ControlDialogs
        exam={exam.id}
        running={figures.answering}
        which={asked?.what === 'pause' || asked?.what === 'end' ? asked.what : null}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

interface StudentsProps {
  live: Live
  filter: LiveFilter
  isTable: boolean
  openId: string | undefined
  selected: ReadonlySet<string>
  onFilter(
    changed: Partial<Record<'kind' | 'class' | 'keyword' | 'view', string>>,
    options?: { replace?: boolean },
  ): void
  onOpen(student: string): void
  onSelect(student: string): void
  bar(ids: string[], clear: () => void): React.ReactNode
}

/** Students as cells or rows. Cells stay at their place while the pointer or the focus is among them. */
const Students = memo(function Students({
  live,
  filter,
  isTable,
  openId,
  selected,
  onFilter,
  onOpen,
  onSelect,
  bar,
}: StudentsProps) {
  const [held, setHeld] = useState<string[] | null>(null)
  const { kind, keyword } = filter
  const { students } = live
  const { shown, moved } = useMemo(
    () => shownStudents(students, filter, isTable ? null : held),
    [students, filter, isTable, held],
  )
  const classes = [...new Set(live.students.map((one) => one.class))]
  const looked = live.students.filter(needsLook).length
  // A changed filter is the person's wish: cells may move.
  const change = (changed: Parameters<typeof onFilter>[0], replace = false) => {
    setHeld(null)
    onFilter(changed, { replace })
  }
  const hold = useCallback(
    (isHeld: boolean) => setHeld((before) => (isHeld ? (before ?? shown.map(({ student }) => student)) : null)),
    [shown],
  )
  const words = [
    kind && `状态“${kind === 'look' ? '需要关注' : (kindNames[kind as LiveKind] ?? kind)}”`,
    filter.class && `班级“${filter.class}”`,
    keyword && `姓名或学号含“${keyword}”`,
  ].filter((text): text is string => Boolean(text))
  const empty =
    words.length > 0 ? (
      <NoHit noun="学生" filters={words} onClear={() => change({ kind: '', class: '', keyword: '' })} />
    ) : (
      <RegionState
        tone="blue"
        icon={<Users size={24} />}
        title="这场考试还没有学生"
        text="班级里有通过认证的学生以后会出现在这里"
      />
    )
  return (
    <section aria-label="考场" className="min-w-0 flex-1 rounded-card bg-card">
      <FilterBar
        title={`学生 ${shown.length}`}
        search={{
          label: '姓名或学号',
          placeholder: '姓名或学号',
          value: keyword,
          onChange: (text) => change({ keyword: text }, true),
        }}
      >
        <Act
          kind={kind === 'look' ? 'line' : 'soft'}
          size="small"
          aria-pressed={kind === 'look'}
          onClick={() => change({ kind: kind === 'look' ? '' : 'look' })}
        >
          需要关注 {looked}
        </Act>
        {classes.length > 1 && (
          <FilterSelect
            label="班级"
            value={filter.class}
            onChange={(next) => change({ class: next })}
            options={[{ value: '', label: '全部' }, ...classes.map((name) => ({ value: name, label: name }))]}
          />
        )}
        <Act
          kind="soft"
          size="small"
          aria-label={isTable ? '看格子' : '看列表'}
          icon={isTable ? <LayoutGrid size={15} /> : <List size={15} />}
          onClick={() => change({ view: isTable ? '' : 'table' })}
        />
      </FilterBar>
      {moved > 0 && (
        <div role="status" className="flex justify-center bg-primary-soft py-1">
          <Act kind="quiet" size="tiny" onClick={() => setHeld(null)}>
            名单有 {moved} 处变化，点这里更新
          </Act>
        </div>
      )}
      {isTable ? (
        <div className="flex h-150 flex-col">
          <StudentTable
            students={shown}
            questions={live.questions}
            now={live.now}
            openId={openId}
            onOpen={onOpen}
            empty={empty}
            selectionBar={(rows, clear) =>
              bar(
                rows.map(({ student }) => student),
                clear,
              )
            }
          />
        </div>
      ) : shown.length === 0 ? (
        empty
      ) : (
        <div className="px-4 pb-4 desk:px-5">
          <StudentGrid
            students={shown}
            questions={live.questions}
            openId={openId}
            selected={selected}
            onOpen={onOpen}
            onSelect={onSelect}
            onHold={hold}
          />
        </div>
      )}
    </section>
  )
})

interface SelectionBarProps {
  count: number
  onExtend(): void
  onMessage(): void
  onClear(): void
}

function SelectionBar({ count, onExtend, onMessage, onClear }: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2.5">
      <span className="mr-auto">已选 {count} 人</span>
      <Act kind="line" size="small" onClick={onExtend}>
        延长时间
      </Act>
      <Act kind="line" size="small" onClick={onMessage}>
        发消息
      </Act>
      <Act kind="quiet" size="small" onClick={onClear}>
        取消选择
      </Act>
    </div>
  )
}
