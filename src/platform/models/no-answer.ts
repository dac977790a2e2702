/** The error of a provider's silence, apart from the SDK: what computes its cost need not load it. */
import { AppError } from '../errors.ts'

/** No answer came. A provider may bill what it was asked, where only our patience ended. */
export class NoAnswerError extends AppError {
  /** Tries that were given up: at the time limit, or since the process ends. */
  readonly timeouts: number

  constructor(
    code: 'rate_limited' | 'unavailable',
    message: string,
    options: { cause: unknown; retryAfter: number; timeouts: number },
  ) {
    super(code, message, options)
    this.timeouts = options.timeouts
  }
}
