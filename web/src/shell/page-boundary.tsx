import { Component, type ReactNode } from 'react'
import { ChunkFailed, PageFailed } from '../features/page-states/page-states'
import { ChunkError } from './page-loader'

interface Props {
  children: ReactNode
}

interface State {
  error: unknown
  failed: boolean
  retries: number
}

/** Error boundary that isolates a failing page. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, retries: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }

  retry = () => {
    const { error, retries } = this.state
    // If a retry has failed, only a reload helps: browsers may cache a failed module, and the server may no longer have
    // this build. Not without a network, where a reload would lose the current state.
    if (error instanceof ChunkError && retries > 0 && navigator.onLine) location.reload()
    else this.setState({ error: null, failed: false, retries: retries + 1 })
  }

  override render() {
    const { error, failed } = this.state
    if (!failed) return this.props.children
    return error instanceof ChunkError ? <ChunkFailed onRetry={this.retry} /> : <PageFailed onRetry={this.retry} />
  }
}
