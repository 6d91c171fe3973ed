import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { KeyLabel } from './key'
import { useTopDialog } from './open-dialogs'
import { useShortcut } from './shortcuts'

/** Milliseconds during which an action can be undone. */
export const undoTime = 8000

interface UndoState {
  id: number
  text: string
  undo: (() => void) | null
}

export const useUndo = create<UndoState>()(() => ({ id: 0, text: '', undo: null }))

/** Shows a text about the last action and offers to undo it for eight seconds. A newer action replaces the offer. */
export function offerUndo(text: string, undo: () => void): void {
  useUndo.setState(({ id }) => ({ id: id + 1, text, undo }))
}

/** Hides the undo offer, for example because the action was undone in another way. */
export const dropUndo = () => useUndo.setState({ text: '', undo: null })

export function UndoToast() {
  const { id, text, undo } = useUndo()
  // A modal dialog covers the page and makes it inert. On phones a work item stays open in a dialog while the next one
  // is decided.
  const dialog = useTopDialog()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each action has its own eight seconds
  useEffect(() => {
    const timer = setTimeout(dropUndo, undoTime)
    return () => clearTimeout(timer)
  }, [id])
  const run = () => {
    dropUndo()
    undo?.()
  }
  useShortcut('z', '撤销上一步', run, { group: '常用', enabled: undo !== null, everywhere: true })
  useShortcut('mod+z', '撤销上一步', run, { group: '常用', enabled: undo !== null, everywhere: true })
  return (
    <>
      <p role="status" className="sr-only">
        {undo ? `${text}，8 秒内可以撤销` : ''}
      </p>
      {undo &&
        createPortal(
          <section
            key={id}
            aria-label="刚才的操作"
            className="fixed bottom-20 left-1/2 z-50 flex h-11.5 w-[min(420px,100vw-32px)] -translate-x-1/2 animate-rise items-center gap-3 rounded-xl bg-toast px-3.5 text-13 text-white shadow-float desk:bottom-6"
          >
            <CircleCheck size={17} className="shrink-0 text-[#47cf90]" />
            <span className="min-w-0 flex-1 truncate">{text}</span>
            <button type="button" onClick={run} className="tap rounded-item font-semibold text-[#9fbfff]">
              撤销
            </button>
            <KeyLabel tone="inherit">Z</KeyLabel>
          </section>,
          dialog ?? document.body,
        )}
    </>
  )
}
