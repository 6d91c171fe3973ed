import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import FileStack from 'lucide-react/icons/file-stack'
import Library from 'lucide-react/icons/library'
import Plus from 'lucide-react/icons/plus'
import Wand from 'lucide-react/icons/wand-sparkles'
import { useEffect, useRef, useState } from 'react'
import { ConsoleButton } from '../../../kit/button'
import { KeyLabel } from '../../../kit/key'
import { RegionState } from '../../../kit/states'
import { offerUndo } from '../../../kit/undo'
import {
  addSection,
  moveQuestion,
  moveQuestionByOne,
  placeOf,
  putBackQuestion,
  type QuestionPosition,
  questionNumberAt,
  takeOutQuestion,
} from './draft-edits'
import { findNearDuplicates, scrollToPaperQuestion } from './paper-focus'
import { PaperSection } from './paper-section'
import { useOpenDraft } from './use-draft'

interface PaperPanelProps {
  check: DraftCheck | undefined
  onBlueprint(): void
  /** Opens the question bank; present only if the window is too narrow to show it beside the paper. */
  onBank?(): void
}

/** The paper: sections and their questions, moved by dragging or with Alt ↑ ↓. */
export function PaperPanel({ check, onBlueprint, onBank }: PaperPanelProps) {
  const { view, sync, edit } = useOpenDraft()
  const { body } = view
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  /** Question to focus after the render that moves it, because moving its element loses the focus. */
  const focused = useRef<string | null>(null)
  useEffect(() => {
    if (focused.current === null) return
    scrollToPaperQuestion(focused.current)
    focused.current = null
  })

  function step(from: QuestionPosition, by: -1 | 1): void {
    const moved = moveQuestionByOne(body, from, by)
    if (moved.body === body) return
    focused.current = body.sections[from.section]?.questions[from.index]?.question ?? null
    setSaid(`移到第 ${questionNumberAt(moved.body, moved.place)} 题`)
    edit(() => moved.body)
  }
  function remove(from: QuestionPosition): void {
    const item = body.sections[from.section]?.questions[from.index]
    if (!item) return
    const number = questionNumberAt(body, from)
    const next =
      body.sections[from.section]?.questions[from.index + 1] ?? body.sections[from.section]?.questions[from.index - 1]
    focused.current = next?.question ?? null
    edit((now) => {
      const place = placeOf(now, item.question)
      return place ? takeOutQuestion(now, place) : now
    })
    const section = body.sections[from.section]!
    offerUndo(`已移出第 ${number} 题`, () => sync.edit((now) => putBackQuestion(now, from, item, section)))
  }
  function drop(to: QuestionPosition): void {
    if (dragged === null) return
    edit((now) => {
      const from = placeOf(now, dragged)
      return from ? moveQuestion(now, from, to) : now
    })
    setDragged(null)
  }

  const twins = findNearDuplicates(check)
  return (
    <section
      aria-label="试卷"
      className="flex flex-col rounded-card bg-card desk:min-h-0 desk:flex-1 desk:overflow-hidden"
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="min-h-0 flex-1 px-2 pt-1.5 desk:overflow-y-auto desk:overscroll-contain">
        {body.sections.length === 0 && (
          <div data-paper-empty>
            <RegionState
              tone="blue"
              icon={<FileStack size={24} />}
              title="试卷还是空的"
              text="从题库里选题，或者按条件一次抽齐"
            >
              <ConsoleButton kind="primary" size="small" icon={<Wand size={15} />} onClick={onBlueprint}>
                按条件抽题
              </ConsoleButton>
            </RegionState>
          </div>
        )}
        {body.sections.map((section, at) => (
          <PaperSection
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id, and their fields no own state
            key={at}
            at={at}
            section={section}
            twins={twins}
            drag={{ question: dragged, start: setDragged, end: () => setDragged(null), drop }}
            onStep={step}
            onRemove={remove}
          />
        ))}
      </div>
      <PaperFoot onBlueprint={onBlueprint} onBank={onBank} />
    </section>
  )
}

function PaperFoot({ onBlueprint, onBank }: Omit<PaperPanelProps, 'check'>) {
  const { edit } = useOpenDraft()
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-t border-line px-4 py-1.5 max-desk:sticky max-desk:-bottom-4 max-desk:rounded-b-card max-desk:bg-card">
      {onBank && (
        <ConsoleButton kind="primary" size="small" icon={<Library size={15} />} onClick={onBank}>
          选题
        </ConsoleButton>
      )}
      <ConsoleButton size="small" icon={<Plus size={15} />} onClick={() => edit((now) => addSection(now, '大题'))}>
        加大题
      </ConsoleButton>
      <ConsoleButton size="small" icon={<Wand size={15} />} hotkey="B" onClick={onBlueprint}>
        按条件补题
      </ConsoleButton>
      <span aria-hidden="true" className="ml-auto hidden items-center gap-1.5 text-12 text-ink-3 desk:flex">
        <KeyLabel>T</KeyLabel>到试卷 <KeyLabel>Alt</KeyLabel>
        <KeyLabel>↑</KeyLabel>
        <KeyLabel>↓</KeyLabel>移动 <KeyLabel>Del</KeyLabel>移出
      </span>
    </div>
  )
}
