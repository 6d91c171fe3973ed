import { create } from 'zustand'
import { consoleToken } from './token'

/** Message of the login page: why the previous session ended; empty at a first visit. */
export const useLogoutMessage = create<{ text: string }>()(() => ({ text: '' }))

/** Ends the session in this browser, unless another one has begun since the request with this token was sent. */
export function endSession(token: string | null, text = '登录已过期，请重新登录，会回到刚才的页面。'): void {
  if (!token || consoleToken.get() !== token) return
  useLogoutMessage.setState({ text })
  consoleToken.set(null)
}

export function startSession(token: string): void {
  useLogoutMessage.setState({ text: '' })
  consoleToken.set(token)
}
