import { AccountHost, useLazyComponent } from '../features/account/account-host'
import { useNotify, useToast } from '../state/flash'
import { hideModal, useStore } from '../state/store'
import { FlashHost } from '../ui/flash-hosts'
import { AppFrame } from './frame/frame'

export function StudentApp() {
  return (
    <>
      <AppFrame />
      <AccountHost />
      <Modals />
      <FlashHost
        use={useToast}
        className="top-[45%] mx-auto my-0 w-fit max-w-[min(80vw,320px)] animate-rise rounded-card bg-toast text-white"
      />
      <FlashHost
        use={useNotify}
        className="pt-safe top-0 m-0 w-full max-w-none animate-drop bg-primary text-on-primary"
      />
    </>
  )
}

const loadModals = async () => (await import('./modal-hosts')).ModalHosts

/** Host of the modals. Its code is loaded after the first page (startDeferred), or earlier when a modal opens. */
function Modals() {
  const wanted = useStore(({ modal, showBindMobile }) => modal.show || showBindMobile)
  const Hosts = useLazyComponent(wanted, loadModals, giveUp)
  return Hosts && <Hosts />
}

/** Closes a modal whose code cannot be loaded, so that its caller does not wait forever. */
function giveUp(): void {
  hideModal()
  useStore.setState({ showBindMobile: false })
}
