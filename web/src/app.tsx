import { AccountHost } from './features/account/account-host'
import { useOutbox } from './features/outbox/use-outbox'
import { Frame } from './router/frame/frame'
import { NotifyHost, ToastHost } from './ui/flash-hosts'
import { ModalHost } from './ui/modal-host'

export function App() {
  useOutbox()
  return (
    <>
      <Frame />
      <AccountHost />
      <ModalHost />
      <ToastHost />
      <NotifyHost />
    </>
  )
}
