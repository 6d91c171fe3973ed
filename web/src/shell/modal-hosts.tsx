import { ModalHost } from '../ui/modal-host'
import { BindMobilePrompt } from './frame/bind-mobile-prompt'

/** Modals that any page can show. */
export function ModalHosts() {
  return (
    <>
      <ModalHost />
      <BindMobilePrompt />
    </>
  )
}
