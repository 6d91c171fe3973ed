import type { ItemKind } from '@dxx/contract/calls/assignments'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { useState } from 'react'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { SelectField, TextArea } from '../../../kit/fields'
import { SearchField } from '../../../kit/filter-bar'
import { timeText } from '../../../kit/time'
import type { DraftItem } from './draft-item'
import { itemKinds } from './labels'
import { SmallNumber } from './small-number'

type NewItem = Omit<DraftItem, 'key' | 'id'>

interface PickItemProps {
  /** Classes that get the assignment; their exams can be chosen. */
  classes: string[]
  onAdd(items: NewItem[]): void
  onClose(): void
}

const blank = { target: null, chapter: null, amount: 0, minPercent: 0, points: 10 }

/** Kinds of curricula that contain the items of a kind. */
const contentOf: Partial<Record<ItemKind, CurriculumKind[]>> = {
  chapter: ['textbook', 'ebook', 'course'],
  lesson: ['course'],
  test: ['textbook'],
  practice: ['bank'],
  code: ['bank', 'textbook'],
}

/** Chooses an item: first its kind, then its content. */
export function PickItem({ classes, onAdd, onClose }: PickItemProps) {
  const [kind, setKind] = useState<ItemKind>('chapter')
  return (
    <div className="mt-2 grid gap-3 rounded-cover bg-card p-3">
      <SelectField
        label="要做什么"
        value={kind}
        onChange={(next) => setKind(next as ItemKind)}
        options={Object.entries(itemKinds).map(([value, label]) => ({ value, label }))}
      />
      {kind === 'handin' ? (
        <HandInTask onAdd={onAdd} />
      ) : kind === 'exam' ? (
        <Exams classes={classes} onAdd={onAdd} />
      ) : (
        <Content key={kind} kind={kind} classes={classes} onAdd={onAdd} />
      )}
      <ConsoleButton kind="quiet" size="small" onClick={onClose}>
        不加了
      </ConsoleButton>
    </div>
  )
}

function HandInTask({ onAdd }: Pick<PickItemProps, 'onAdd'>) {
  const [title, setTitle] = useState('')
  return (
    <>
      <TextArea
        label="要交什么"
        rows={2}
        maxLength={500}
        value={title}
        onChange={setTitle}
        placeholder="实验报告，PDF 或 Word"
      />
      <ConsoleButton
        kind="primary"
        size="small"
        disabled={!title.trim()}
        onClick={() => onAdd([{ ...blank, kind: 'handin', title: title.trim(), points: 100 }])}
      >
        加上
      </ConsoleButton>
    </>
  )
}

function Exams({ classes, onAdd }: Pick<PickItemProps, 'classes' | 'onAdd'>) {
  const { data } = useStaffCall('GET /staff/v1/assign_exams', { classes }, { enabled: classes.length > 0 })
  if (data?.length === 0) return <p className="text-ink-3">这些班还没有考试，先到“考试”里发布</p>
  return (
    <ul className="max-h-60 overflow-y-auto">
      {data?.map(({ id, title, startsAt }) => (
        <Choice
          key={id}
          title={title}
          note={`${timeText(startsAt)} 开始`}
          onAdd={() => onAdd([{ ...blank, kind: 'exam', title, target: id, points: 100 }])}
        />
      ))}
    </ul>
  )
}

function Content({ kind, classes, onAdd }: { kind: ItemKind } & Pick<PickItemProps, 'classes' | 'onAdd'>) {
  const [keyword, setKeyword] = useState('')
  const [item, setItem] = useState('')
  const { data: fitting = [] } = useStaffCall('GET /staff/v1/assign_curricula', {
    keyword,
    kinds: contentOf[kind],
    classes,
  })
  const shown = fitting.find(({ id }) => id === item) ?? fitting[0]
  return (
    <>
      <SearchField
        full
        label="课程、书或题库"
        placeholder="课程、书或题库的名称"
        value={keyword}
        onChange={setKeyword}
      />
      {fitting.length === 0 ? (
        <p className="text-ink-3">没有找到</p>
      ) : (
        <SelectField
          label="在哪里"
          value={shown?.id ?? ''}
          onChange={setItem}
          options={fitting.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      {shown?.paid && shown.without > 0 && (
        <p className="text-12 text-amber">
          选的班里有 {shown.without} 名学生还没有《{shown.title}
          》，除了试读的章节都打不开。请学校管理员先在班级里授予内容。
        </p>
      )}
      {shown &&
        (kind === 'code' ? (
          <Programs curriculum={shown.id} onAdd={onAdd} />
        ) : (
          <Chapters key={shown.id} kind={kind} curriculum={shown} onAdd={onAdd} />
        ))}
    </>
  )
}

type Chapter = StaffData<'GET /staff/v1/assign_chapters'>[number]

/** Questions of a chapter and its subchapters; without a chapter, all questions. `chapters` are in reading order. */
function questionsOf(chapters: readonly Chapter[], chapter: string | null): number {
  const at = chapters.findIndex(({ id }) => id === chapter)
  const selected = chapters[at]
  const rest = chapters.slice(at + 1)
  const end = selected ? rest.findIndex(({ depth }) => depth <= selected.depth) : -1
  const below = end < 0 ? rest : rest.slice(0, end)
  return below.reduce((sum, { questions }) => sum + questions, selected?.questions ?? 0)
}

interface ChaptersProps {
  kind: ItemKind
  curriculum: { id: string; title: string }
  onAdd: PickItemProps['onAdd']
}

/** Chapters of the content: several can be chosen; a practice takes one chapter or the whole bank. */
function Chapters({ kind, curriculum, onAdd }: ChaptersProps) {
  const { data = [] } = useStaffCall('GET /staff/v1/assign_chapters', { curriculum: curriculum.id })
  const [chosen, setChosen] = useState<string[]>([])
  const [amount, setAmount] = useState(20)
  const fits = {
    lesson: data.filter((one) => one.kind === 'video' || one.kind === 'part'),
    test: data.filter((one) => one.hasTest),
    practice: data.filter((one) => one.questions > 0 || one.kind === 'part'),
  }
  const list = kind in fits ? fits[kind as keyof typeof fits] : data.filter((one) => one.kind !== 'expand')
  const isPractice = kind === 'practice'
  const add = () => {
    const titles = new Map(data.map(({ id, title }) => [id, title]))
    const item = (chapter: string | null): NewItem => ({
      ...blank,
      kind,
      title: chapter === null ? curriculum.title : titles.get(chapter)!,
      target: isPractice ? curriculum.id : chapter,
      chapter: isPractice ? chapter : null,
      amount: isPractice ? Math.max(1, Math.min(amount, questionsOf(data, chapter))) : 0,
      minPercent: kind === 'test' ? 60 : 0,
    })
    onAdd(isPractice && chosen.length === 0 ? [item(null)] : chosen.map(item))
  }
  return (
    <>
      <ul className="max-h-60 overflow-y-auto rounded-cover bg-fill px-3">
        {list.map(({ id, title, depth, questions, free, kind: of }) => (
          <li key={id}>
            <label className="flex min-h-11 items-center gap-2 desk:min-h-8" style={{ paddingLeft: depth * 16 }}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
                className="size-4 accent-primary"
              />
              <span className="min-w-0 truncate">{title}</span>
              {free && of !== 'part' && <span className="shrink-0 text-12 text-ink-3">试读</span>}
              {isPractice && questions > 0 && <span className="text-12 text-ink-3">{questions} 题</span>}
            </label>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {isPractice && (
          <SmallNumber
            label="练习几题"
            prefix="做"
            unit="题"
            value={amount}
            least={1}
            most={500}
            onChange={setAmount}
          />
        )}
        <ConsoleButton kind="primary" size="small" disabled={!isPractice && chosen.length === 0} onClick={add}>
          {isPractice && chosen.length === 0 ? '加上整个题库' : `加上 ${chosen.length} 项`}
        </ConsoleButton>
      </div>
    </>
  )
}

function Programs({ curriculum, onAdd }: { curriculum: string; onAdd: PickItemProps['onAdd'] }) {
  const { data } = useStaffCall('GET /staff/v1/assign_programs', { curriculum })
  if (data?.length === 0) return <p className="text-ink-3">这里没有编程题</p>
  return (
    <ul className="max-h-60 overflow-y-auto">
      {data?.map(({ id, title, chapter }) => (
        <Choice
          key={id}
          title={title}
          note={chapter}
          onAdd={() => onAdd([{ ...blank, kind: 'code', title: title.slice(0, 60), target: id, minPercent: 60 }])}
        />
      ))}
    </ul>
  )
}

function Choice({ title, note, onAdd }: { title: string; note: string; onAdd(): void }) {
  return (
    <li className="flex min-h-11 items-center gap-2 border-t border-line">
      <span className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        <span className="block truncate text-12 text-ink-3">{note}</span>
      </span>
      <ConsoleButton kind="line" size="tiny" aria-label={`加上${title}`} onClick={onAdd}>
        加上
      </ConsoleButton>
    </li>
  )
}
