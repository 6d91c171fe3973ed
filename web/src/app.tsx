import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from './api/query'
import { Frame } from './router/frame/frame'
import { NotifyHost, ToastHost } from './ui/flash-hosts'
import { ModalHost } from './ui/modal-host'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <ModalHost />
      <ToastHost />
      <NotifyHost />
    </QueryClientProvider>
  )
}
