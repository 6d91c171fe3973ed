import type { StudioItem, TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Captions from 'lucide-react/icons/captions'
import Plus from 'lucide-react/icons/plus'
import Redo from 'lucide-react/icons/redo-2'
import Timer from 'lucide-react/icons/timer'
import Undo from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import { useEffect, useMemo, useRef, useState } from 'react'
import { scrollBehavior } from '../../../../ui/use-media'
import { callStaff } from '../../../api/client'
import { useSignedInStaff } from '../../../frame/me'
import { ConsoleButton } from '../../../kit/button'
import { SaveLine, TextConflict } from '../../../kit/save-line'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import type { TextView } from '../../../kit/text-sync'
import { offerUndo } from '../../../kit/undo'
import { useLoadedText, useTextSync } from '../../../kit/use-text-sync'
import { reloadStudio } from '../reload'
import { usePresence } from '../use-presence'
import { type CueActions, CueRow } from './cue-row'
import { ShiftDialog } from './shift-dialog'
import {
  addCue,
  addCueAt,
  type CueProblem,
  changeCue,
  findProblems,
  joinCue,
  removeCue,
  shiftCues,
  sortCues,
  splitCue,
} from './subtitle-file'
import { SubtitleVideo, type VideoHandle } from './subtitle-video'
import { useSubtitles } from './use-subtitles'

interface SubtitlesPaneProps {
  item: StudioItem
  node: TreeNode
  path: string
  onClose(): void
}

const load = (id: string, path: string) => callStaff('GET /staff/v1/studio_text', { id, path })

/** Subtitles of a lesson, line by line, with the video beside them. */
export function SubtitlesPane(props: SubtitlesPaneProps) {
  const { item, path } = props
  const me = useSignedInStaff()
  const text = useLoadedText(me.person.id, `${item.id}:${path}`, () => load(item.id, path))
  if (text.error) return <Failure error={text.error} noun="字幕" onRetry={text.retry} />
  if (!text.loaded) return <TableSkeleton height={96} count={5} />
  return <OpenSubtitles {...props} loaded={text.loaded} />
}

const callsOf = (id: string, path: string) => ({
  load: () => load(id, path),
  save: async (text: string, base: string) => {
    const saved = await callStaff('POST /staff/v1/studio_save', { id, path, text, base })
    void reloadStudio()
    return saved
  },
})

type Loaded = NonNullable<ReturnType<typeof useLoadedText>['loaded']>

const none: readonly CueProblem[] = []

function OpenSubtitles({ item, node, path, onClose, loaded }: SubtitlesPaneProps & { loaded: Loaded }) {
  const { id } = item
  const { sync, view } = useTextSync(loaded, callsOf(id, path))
  const others = usePresence(id, path, sync, `${item.draft?.updatedAt ?? 0}`)
  const subtitles = useSubtitles(sync, view.text)
  const { file, change, undo, redo, canUndo, canRedo } = subtitles
  const [now, setNow] = useState(0)
  const [duration, setDuration] = useState(0)
  /** The cue from which to shift; null means all; undefined hides the dialog. */
  const [shiftFrom, setShiftFrom] = useState<number | null | undefined>(undefined)
  const video = useRef<VideoHandle>(null)
  const list = useRef<HTMLOListElement>(null)
  const problems = useMemo(() => findProblems(file.cues, duration), [file, duration])
  const byCue = useMemo(() => groupByCue(problems), [problems])
  const current = file.cues.find(({ start, end }) => start <= now && now < end)
  const actions = useCueActions(subtitles, video, list, setShiftFrom)
  useFollow(list, current?.key)
  useShortcut('mod+z', '撤销', undo, { group: '字幕', enabled: canUndo })
  useShortcut('mod+y', '重做', redo, { group: '字幕', enabled: canRedo })
  useShortcut(' ', '播放或暂停', () => video.current?.toggle(), { group: '字幕' })
  const add = () => {
    const added = addCueAt(file, video.current?.time() ?? file.cues.at(-1)?.end ?? 0)
    change(added.file)
    focusText(list, added.key)
  }
  const errors = problems.filter(({ level }) => level === 'error').length
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2.5">
      <Head title={node.title} path={path} others={others} view={view} onClose={onClose} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3.5 wide:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] min-[1600px]:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
        <div className="flex min-w-0 flex-col gap-2.5 self-start max-wide:sticky max-wide:top-0 max-wide:z-10 max-wide:w-full max-wide:max-w-md wide:order-2">
          {node.video ? (
            <SubtitleVideo
              ref={video}
              id={id}
              path={node.video}
              caption={current?.text ?? ''}
              onTime={setNow}
              onDuration={setDuration}
            />
          ) : (
            <p className="rounded-card bg-card px-4 py-2.5 text-ink-3">这一课还没有视频，字幕可以先写好</p>
          )}
          <ProblemList problems={problems} errors={errors} cues={file.cues} onGo={(key) => focusText(list, key)} />
        </div>
        <section aria-label="字幕" className="flex min-w-0 flex-col rounded-card bg-card">
          <Toolbar
            subtitles={subtitles}
            isUnsorted={problems.some(({ text }) => text.includes('顺序'))}
            onAdd={add}
            onShift={() => setShiftFrom(null)}
          />
          {file.cues.length === 0 ? (
            <RegionState
              tone="blue"
              icon={<Captions size={24} />}
              title="还没有字幕"
              text="播放视频，在要出字的地方加一条；也可以回到这一课上传 .vtt 或 .srt"
            />
          ) : (
            <ol ref={list} aria-label="字幕的各条" className="min-h-0 flex-1 overflow-y-auto desk:max-h-[70dvh]">
              {file.cues.map((cue, at) => (
                <CueRow
                  key={cue.key}
                  cue={cue}
                  number={at + 1}
                  isCurrent={cue === current}
                  problems={byCue.get(cue.key) ?? none}
                  actions={actions}
                />
              ))}
            </ol>
          )}
          <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3 max-desk:hidden">
            Ctrl Enter 在光标处拆开 · Alt ↑ ↓ 上一条、下一条 · Ctrl 空格 播放或暂停
          </p>
        </section>
      </div>
      {shiftFrom !== undefined && (
        <ShiftDialog
          from={shiftFrom === null ? null : file.cues.findIndex(({ key }) => key === shiftFrom) + 1}
          onClose={() => setShiftFrom(undefined)}
          onShift={(ms) => {
            change(shiftCues(file, ms, shiftFrom))
            setShiftFrom(undefined)
          }}
        />
      )}
      <TextConflict sync={sync} view={view} />
    </div>
  )
}

interface HeadProps {
  title: string
  path: string
  others: string[]
  view: TextView
  onClose(): void
}

function Head({ title, path, others, view, onClose }: HeadProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <ConsoleButton kind="page" size="small" icon={<ArrowLeft size={15} />} onClick={onClose}>
        回到这一课
      </ConsoleButton>
      <h2 className="min-w-0 truncate text-15 font-semibold">{title} 的字幕</h2>
      <span className="truncate text-12 text-ink-3">{path}</span>
      <span className="flex-1" />
      {others.length > 0 && (
        <StateTag tone="amber" icon={<Users size={12} />}>
          {others.join('、')} 也在改
        </StateTag>
      )}
      <SaveLine view={view} />
    </div>
  )
}

interface ToolbarProps {
  subtitles: ReturnType<typeof useSubtitles>
  isUnsorted: boolean
  onAdd(): void
  onShift(): void
}

function Toolbar({ subtitles, isUnsorted, onAdd, onShift }: ToolbarProps) {
  const { file, change, undo, redo, canUndo, canRedo } = subtitles
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-3 py-2">
      <ConsoleButton size="small" kind="line" icon={<Plus size={15} />} onClick={onAdd}>
        在现在的时间加一条
      </ConsoleButton>
      <ConsoleButton size="small" icon={<Timer size={15} />} disabled={file.cues.length === 0} onClick={onShift}>
        全部平移…
      </ConsoleButton>
      {isUnsorted && (
        <ConsoleButton size="small" icon={<ArrowUpDown size={15} />} onClick={() => change(sortCues(file))}>
          按时间排好
        </ConsoleButton>
      )}
      <span className="flex-1" />
      <span className="text-12 text-ink-3">{file.cues.length} 条</span>
      <ConsoleButton size="small" aria-label="撤销" disabled={!canUndo} onClick={undo}>
        <Undo size={15} />
      </ConsoleButton>
      <ConsoleButton size="small" aria-label="重做" disabled={!canRedo} onClick={redo}>
        <Redo size={15} />
      </ConsoleButton>
    </div>
  )
}

function groupByCue(problems: readonly CueProblem[]): ReadonlyMap<number, readonly CueProblem[]> {
  const groups = new Map<number, CueProblem[]>()
  for (const problem of problems) groups.set(problem.key, [...(groups.get(problem.key) ?? []), problem])
  return groups
}

type ListRef = { readonly current: HTMLOListElement | null }

const rowOf = (list: ListRef, key: number) => list.current?.querySelector<HTMLElement>(`[data-cue="${key}"]`)

/** Moves the focus to the text of a cue, waiting a frame if the cue is not rendered yet. */
function focusText(list: ListRef, key: number): void {
  requestAnimationFrame(() => {
    const row = rowOf(list, key)
    row?.scrollIntoView({ block: 'nearest' })
    row?.querySelector('textarea')?.focus()
  })
}

/** Scrolls the list to the cue that is spoken, unless a text of the list is being edited. */
function useFollow(list: ListRef, key: number | undefined): void {
  useEffect(() => {
    const box = list.current
    const row = key === undefined ? null : rowOf(list, key)
    if (!box || !row || box.contains(document.activeElement)) return
    const offset = row.getBoundingClientRect().top - box.getBoundingClientRect().top
    box.scrollTo({ top: box.scrollTop + offset - box.clientHeight / 3, behavior: scrollBehavior() })
  }, [list, key])
}

/** Actions of the rows. The object never changes, so that a change of one cue renders one row. */
function useCueActions(
  subtitles: ReturnType<typeof useSubtitles>,
  video: { readonly current: VideoHandle | null },
  list: ListRef,
  onShift: (key: number) => void,
): CueActions {
  const latest = useRef(subtitles)
  latest.current = subtitles
  return useMemo<CueActions>(() => {
    const cueOf = (key: number) => latest.current.file.cues.find((cue) => cue.key === key)
    return {
      change: (key, part, field) => latest.current.change(changeCue(latest.current.file, key, part), field),
      split: (key, position) => latest.current.change(splitCue(latest.current.file, key, position)),
      join: (key) => latest.current.change(joinCue(latest.current.file, key)),
      add: (key) => {
        const added = addCue(latest.current.file, key)
        latest.current.change(added.file)
        focusText(list, added.key)
      },
      remove: (key) => {
        latest.current.change(removeCue(latest.current.file, key))
        offerUndo('已删除一条字幕', () => latest.current.undo())
      },
      shiftFrom: onShift,
      choose: (key) => {
        const cue = cueOf(key)
        const time = video.current?.time() ?? 0
        if (cue && (time < cue.start || time >= cue.end)) video.current?.seek(cue.start)
      },
      takeTime: (key, field) => {
        const time = video.current?.time()
        if (time !== undefined) latest.current.change(changeCue(latest.current.file, key, { [field]: time }))
      },
      step: (key, by) => {
        const { cues } = latest.current.file
        const next = cues[cues.findIndex((cue) => cue.key === key) + by]
        if (next) focusText(list, next.key)
      },
      toggle: () => video.current?.toggle(),
    }
  }, [video, list, onShift])
}

interface ProblemListProps {
  problems: readonly CueProblem[]
  errors: number
  cues: readonly { key: number }[]
  onGo(key: number): void
}

function ProblemList({ problems, errors, cues, onGo }: ProblemListProps) {
  return (
    <section aria-label="字幕的问题" className="rounded-card bg-card px-4 py-2.5 max-desk:hidden">
      <p role="status" className={errors > 0 ? 'font-semibold text-danger' : 'text-ink-2'}>
        {problems.length === 0 ? '没有发现问题' : `${errors} 处要改，${problems.length - errors} 处提醒`}
      </p>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {problems.slice(0, 100).map(({ key, text }) => (
          <li key={`${key} ${text}`}>
            <button type="button" className="tap text-left text-13 hover:text-primary" onClick={() => onGo(key)}>
              第 {cues.findIndex((cue) => cue.key === key) + 1} 条：{text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
