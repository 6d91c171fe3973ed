import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Editor } from './editor/create-editor'
import { type BarSymbol, symbolBarKeys } from './edits'

const names: Record<BarSymbol, string> = {
  Tab: '缩进',
  '(': '左圆括号',
  ')': '右圆括号',
  '[': '左方括号',
  ']': '右方括号',
  '{': '左花括号',
  '}': '右花括号',
  ':': '冒号',
  '=': '等号',
  '"': '双引号',
  "'": '单引号',
  '<': '小于号',
  '>': '大于号',
  '#': '井号',
  ';': '分号',
}

/** Bar of programming symbols right above the phone's keyboard. */
export function SymbolBar({ editor }: { editor: Editor }) {
  const bottom = useKeyboardHeight()
  // Pages move the buttons at their bottom above this bar.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--symbol-bar', '2.75rem')
    return () => void style.removeProperty('--symbol-bar')
  }, [])
  return createPortal(
    <div
      role="toolbar"
      aria-label="代码符号"
      style={{ bottom }}
      className="no-scrollbar fixed inset-x-0 z-50 flex overflow-x-auto bg-[#1d2939] text-[#e4e7ec]"
    >
      <BarButton label="撤销" onTap={() => editor.undo()}>
        <Undo2 aria-hidden="true" size={18} />
      </BarButton>
      <BarButton label="重做" onTap={() => editor.redo()}>
        <Redo2 aria-hidden="true" size={18} />
      </BarButton>
      {symbolBarKeys.map((symbol) => (
        <BarButton key={symbol} label={names[symbol]} onTap={() => editor.type(symbol)}>
          {symbol}
        </BarButton>
      ))}
    </div>,
    document.body,
  )
}

function BarButton({ label, onTap, children }: { label: string; onTap(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      // Keeps the focus in the editor; otherwise the keyboard would close.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTap}
      className="grid h-11 min-w-11 shrink-0 place-items-center px-2 font-mono text-17 -outline-offset-2 active:bg-white/10"
    >
      {children}
    </button>
  )
}

/** Height of the window's bottom that the keyboard covers. */
function useKeyboardHeight(): number {
  return useSyncExternalStore(subscribe, () => {
    const view = window.visualViewport
    return view ? Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop)) : 0
  })
}

function subscribe(changed: () => void): () => void {
  const view = window.visualViewport
  view?.addEventListener('resize', changed)
  view?.addEventListener('scroll', changed)
  return () => {
    view?.removeEventListener('resize', changed)
    view?.removeEventListener('scroll', changed)
  }
}
