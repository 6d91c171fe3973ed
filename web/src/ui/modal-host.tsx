import { answerModal, useStore } from '../state/store'
import { Modal } from './modal'

/** Shows the modal of the global state; rendered once in the frame. */
export function ModalHost() {
  const modal = useStore((state) => state.modal)
  return <Modal {...modal} onAnswer={answerModal} />
}
