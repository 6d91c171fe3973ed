import type { ReactNode } from 'react'
import { useDialog } from '../../ui/use-dialog'

interface WechatOverlayProps {
  label: string
  /** Text that names the entry of WeChat's menu to choose. */
  children: ReactNode
  onClose(): void
}

/** Overlay that points at WeChat's menu, the only way in WeChat to share a page or open the browser. */
export function WechatOverlay({ label, children, onClose }: WechatOverlayProps) {
  const dialog = useDialog(true, onClose)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click anywhere closes it; the keyboard has Esc and the button
    <dialog {...dialog} aria-label={label} onClick={onClose} className="dialog dialog-full bg-transparent!">
      <svg
        aria-hidden="true"
        viewBox="0 0 80 100"
        className="absolute top-3 right-6 h-24 w-20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M8 96C10 60 34 30 70 14M52 10l20 3-7 19" />
      </svg>
      <p className="absolute inset-x-6 top-30 text-right text-17 leading-relaxed font-semibold">{children}</p>
      <button
        type="button"
        onClick={onClose}
        className="absolute inset-x-0 bottom-16 mx-auto w-fit rounded-full border border-white px-8 py-2.5 text-15"
      >
        知道了
      </button>
    </dialog>
  )
}
