import { AccountHost } from './features/account/account-host'
import { Frame } from './router/frame/frame'
import { NotifyHost, ToastHost } from './ui/flash-hosts'
import { ModalHost } from './ui/modal-host'

export function App() {
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
