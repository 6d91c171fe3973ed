import type { QuestionType } from '@dxx/contract/questions'
import { scoringMethods } from '@dxx/contract/rules/question-names'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type DragEvent, useState } from 'react'
import { cx } from '../../../../ui/cx'
import { PopMenu } from '../../../kit/menu'
import { StateTag } from '../../../kit/tag'
import { offerUndo } from '../../../kit/undo'
import {
  commonSectionPoints,
  type DraftSection,
  insertSection,
  moveSection,
  type QuestionPosition,
  removeSection,
  renameSection,
  setDraw,
  setSectionPoints,
} from './draft-edits'
import { drawText, sumPoints } from './draft-figures'
import { DrawDialog } from './draw-dialog'
import { type Drag, PaperRow } from './paper-row'
import { PointsDialog } from './points-dialog'
import { useOpenDraft } from './use-draft'

interface PaperSectionProps {
  at: number
  section: DraftSection
  /** For each question, the other questions with almost the same text. */
  twins: ReadonlyMap<string, string[]>
  drag: Drag
  onStep(from: QuestionPosition, by: -1 | 1): void
  onRemove(from: QuestionPosition): void
}

/** A section with its title, number of questions, points and questions. */
export function PaperSection({ at, section, twins, drag, onStep, onRemove }: PaperSectionProps) {
  const { edit } = useOpenDraft()
  const [isOpen, setOpen] = useState(true)
  const [asksPoints, setAsksPoints] = useState(false)
  const [asksDraw, setAsksDraw] = useState(false)
  const { title, questions } = section
  return (
    <section aria-label={title || `第 ${at + 1} 大题`}>
      <SectionHead
        at={at}
        section={section}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        isDragging={drag.question !== null}
        onPoints={() => setAsksPoints(true)}
        onDraw={() => setAsksDraw(true)}
        onDrop={() => drag.drop({ section: at, index: isOpen ? 0 : questions.length })}
      />
      {isOpen && (
        <ol aria-label={`${title}的题目`}>
          {questions.map((item, index) => (
            <PaperRow
              key={item.question}
              item={item}
              place={{ section: at, index }}
              twins={twins.get(item.question) ?? []}
              drag={drag}
              onStep={onStep}
              onRemove={onRemove}
            />
          ))}
          <DropEnd
            isEmpty={questions.length === 0}
            isActive={drag.question !== null}
            onDrop={() => drag.drop({ section: at, index: questions.length })}
          />
        </ol>
      )}
      {asksPoints && (
        <PointsDialog
          title={`“${title}”每题的分值`}
          count={questions.length}
          initial={commonSectionPoints(questions)}
          onClose={() => setAsksPoints(false)}
          onChoose={(points) => {
            edit((now) => setSectionPoints(now, at, points))
            setAsksPoints(false)
          }}
        />
      )}
      {asksDraw && (
        <DrawDialog
          title={`“${title}”每人抽几题`}
          count={questions.length}
          initial={section.draw}
          onClose={() => setAsksDraw(false)}
          onChoose={(draw) => {
            edit((now) => setDraw(now, at, draw))
            setAsksDraw(false)
          }}
        />
      )}
    </section>
  )
}

interface SectionHeadProps {
  at: number
  section: DraftSection
  isOpen: boolean
  isDragging: boolean
  onToggle(): void
  onPoints(): void
  onDraw(): void
  /** A question was dropped on the head: it becomes the first of the section, or the last of a collapsed one. */
  onDrop(): void
}

/** Whether answers of this type may need manual grading. True for 材料题, because its parts are not known here. */
const mayBeManual = (type: QuestionType | undefined) =>
  type !== undefined && (scoringMethods[type] === 'person' || scoringMethods[type] === 'parts')

function SectionHead({ at, section, isOpen, isDragging, onToggle, onPoints, onDraw, onDrop }: SectionHeadProps) {
  const { view, edit } = useOpenDraft()
  const { title, questions } = section
  const each = commonSectionPoints(questions)
  const { isOver, handlers } = useDropTarget(isDragging, onDrop)
  const isManual = questions.some(({ question }) => mayBeManual(view.briefs.get(question)?.type))
  return (
    <div
      {...handlers}
      className={cx(
        'flex min-h-11 items-center gap-2 rounded-item px-2 max-desk:flex-wrap max-desk:gap-y-0',
        isOver && 'inset-ring-2 inset-ring-primary',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={isOpen ? '收起这个大题' : '展开这个大题'}
        onClick={onToggle}
        className="grid size-6 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
      >
        <ChevronDown size={16} className={cx(!isOpen && '-rotate-90')} />
      </button>
      <input
        aria-label={`第 ${at + 1} 大题的名称`}
        value={title}
        maxLength={100}
        placeholder="大题名称"
        onChange={(event) => edit((now) => renameSection(now, at, event.target.value))}
        className="field-sizing-content max-w-60 min-w-16 rounded-item bg-transparent px-1 py-1 text-14 font-semibold hover:bg-fill max-desk:flex-1"
      />
      <span className="tabular-nums min-w-0 flex-1 truncate text-12 text-ink-3 max-desk:order-last max-desk:basis-full max-desk:pl-8">
        {questions.length} 题{drawText(section)}
        {each !== null && ` · 每题 ${each} 分`} · 共 {sumPoints(section, view.briefs)} 分
      </span>
      {isManual && <StateTag tone="amber">人工批阅</StateTag>}
      <button
        type="button"
        disabled={questions.length === 0}
        onClick={onPoints}
        className="shrink-0 rounded-item px-1 text-primary disabled:opacity-40"
      >
        统一给分
      </button>
      <SectionMenu at={at} section={section} onDraw={onDraw} />
    </div>
  )
}

function SectionMenu({ at, section, onDraw }: { at: number; section: DraftSection; onDraw(): void }) {
  const { view, sync, edit } = useOpenDraft()
  const { title, questions } = section
  function remove() {
    edit((now) => removeSection(now, at))
    offerUndo(`已删除“${title}”和其中 ${questions.length} 题`, () =>
      sync.edit((now) => insertSection(now, Math.min(at, now.sections.length), section)),
    )
  }
  return (
    <PopMenu
      trigger={
        <button
          type="button"
          aria-label={`“${title}”的操作`}
          className="grid size-7 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
        >
          <Ellipsis size={16} />
        </button>
      }
      items={[
        { label: '每人抽题…', disabled: questions.length < 2, onSelect: onDraw },
        { label: '上移大题', disabled: at === 0, onSelect: () => edit((now) => moveSection(now, at, at - 1)) },
        {
          label: '下移大题',
          disabled: at === view.body.sections.length - 1,
          onSelect: () => edit((now) => moveSection(now, at, at + 1)),
        },
        { label: '删除大题', danger: true, onSelect: remove },
      ]}
    />
  )
}

/** Handlers of an element on which a dragged question can be dropped, and whether one is above it. */
function useDropTarget(isActive: boolean, onDrop: () => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!isActive) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop()
    },
  }
  return { isOver, handlers }
}

interface DropEndProps {
  isEmpty: boolean
  isActive: boolean
  onDrop(): void
}

/** Drop target at the end of a section. It grows over its neighbours: nothing may move under the pointer that drags. */
function DropEnd({ isEmpty, isActive, onDrop }: DropEndProps) {
  const { isOver, handlers } = useDropTarget(isActive, onDrop)
  if (isEmpty)
    return (
      <li
        {...handlers}
        className={cx(
          'mx-2 rounded-item border border-dashed border-line py-2.5 text-center text-12 text-ink-3',
          isOver && 'inset-ring-2 inset-ring-primary',
        )}
      >
        还没有题，从题库加入或把题拖到这里
      </li>
    )
  return (
    <li aria-hidden="true" className="relative mx-2 h-1">
      {isOver && <span className="absolute inset-x-0 top-0 h-0.5 rounded-full bg-primary" />}
      {isActive && <span {...handlers} className="absolute inset-x-0 -top-2 z-10 h-5" />}
    </li>
  )
}
