import { parentPort, workerData } from 'node:worker_threads'
import { makePythonImage } from './engines/python-image'

/** Boots Python beside the host's main thread, which must keep time for running programs. */
parentPort!.postMessage(makePythonImage((workerData as { module: WebAssembly.Module }).module))
