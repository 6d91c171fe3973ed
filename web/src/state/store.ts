import type { UserInfo } from '@dxx/contract/calls/accounts'
import type { Gvss, NewVersion } from '@dxx/contract/calls/content'
import { appDefaults, colours, texts, timing } from '@dxx/contract/rules/constants'
import { create } from 'zustand'
import { readStored } from './local-storage'

export type ModalAnswer = 'confirm' | 'cancel' | 'close'

export interface Modal {
  show: boolean
  cancelText: string
  confirmText: string
  title: string
  content: string
  showCancel: boolean
  showConfirm: boolean
  showClose: boolean
  /** 1: plain, 2: destructive. */
  type: 1 | 2
  duration: number
  onConfirm?: () => void
  onCancel?: () => void
}

interface State {
  modal: Modal
  userinfo: UserInfo | null
  /** Agreement open in the sheet: 1 terms of use, 2 privacy policy. */
  agreement: 1 | 2 | null
  updateInfo: NewVersion | null
  showBindMobile: boolean
  /** Page to return to after the user has bound a mobile number. */
  path: string
  gvss: Gvss | null
  bgColor: string
  fontSize: number
  showBook: boolean
}

const modalDefaults: Modal = {
  show: false,
  cancelText: texts.cancel,
  confirmText: texts.confirm,
  title: texts.prompt,
  content: '',
  showCancel: true,
  showConfirm: true,
  showClose: false,
  type: 1,
  duration: timing.modal,
}

const settingsKey = 'dxx-app-settings'
/** Storage key of the last known switch for books. */
export const showBookKey = 'dxx-show-book'

export const useStore = create<State>()(() => ({
  modal: modalDefaults,
  userinfo: null,
  agreement: null,
  updateInfo: null,
  showBindMobile: false,
  path: '',
  gvss: null,
  showBook: readStored(showBookKey) !== 'off',
  ...readSettings(),
}))

/** Reads the settings from storage. Ignores invalid values, because storage may contain anything. */
function readSettings(): Pick<State, 'bgColor' | 'fontSize'> {
  const settings = { bgColor: colours.background as string, fontSize: appDefaults.fontSize as number }
  try {
    const stored = JSON.parse(localStorage.getItem(settingsKey) ?? '{}')
    if (/^#[0-9a-f]{3,8}$/i.test(stored.bgColor)) settings.bgColor = stored.bgColor
    if (stored.fontSize >= 0 && stored.fontSize <= 100) settings.fontSize = Number(stored.fontSize)
  } catch {
    // Ignored: settings that cannot be read become the defaults.
  }
  return settings
}

useStore.subscribe(({ bgColor, fontSize }, before) => {
  if (bgColor === before.bgColor && fontSize === before.fontSize) return
  try {
    localStorage.setItem(settingsKey, JSON.stringify({ bgColor, fontSize }))
  } catch {
    // Ignored: if storage fails, the settings are lost when the page is closed.
  }
})

addEventListener('storage', (event) => {
  if (event.key === settingsKey) useStore.setState(readSettings())
})

let answer: ((answer: ModalAnswer) => void) | undefined
let resetTimer: ReturnType<typeof setTimeout> | undefined

/** Shows the modal and resolves with the user's choice. An open modal is replaced and counts as closed. */
export function showModal(modal: Partial<Omit<Modal, 'show'>>): Promise<ModalAnswer> {
  hideModal()
  clearTimeout(resetTimer)
  useStore.setState({ modal: { ...modalDefaults, ...modal, show: true } })
  return new Promise((resolve) => {
    answer = resolve
  })
}

/** Called by the modal's buttons. */
export function answerModal(chosen: ModalAnswer): void {
  const { show, onConfirm, onCancel } = useStore.getState().modal
  // Ignores a second tap during the fade-out.
  if (!show) return
  hide(chosen)
  if (chosen === 'confirm') onConfirm?.()
  if (chosen === 'cancel') onCancel?.()
}

export function hideModal(): void {
  if (useStore.getState().modal.show) hide('close')
}

/** Hides the modal at once; its texts stay for the fade-out and are reset after it. */
function hide(chosen: ModalAnswer): void {
  useStore.setState(({ modal }) => ({ modal: { ...modal, show: false } }))
  clearTimeout(resetTimer)
  resetTimer = setTimeout(() => useStore.setState({ modal: modalDefaults }), timing.modalReset)
  answer?.(chosen)
  answer = undefined
}
