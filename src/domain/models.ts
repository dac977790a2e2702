/** Models and their exams: requests of operators, and the answers. Types only. */
import type { Outcome } from './operator.ts'
import type { ExamRole } from './quality/exam.ts'

export interface ExamRequest {
  /** Empty for the models of the settings. */
  models: string[]
  /** Of an OpenAI-compatible server; null for that of the settings. */
  baseUrl: string | null
  roles: ExamRole[]
  /** Pairs, and articles, that each model is asked about at most. */
  limit: number | null
}

/** Cost of exams, where every text is accepted at the first try. */
export interface ExamsPlan {
  calls: number
  inputTokens: number
  outputTokens: number
  cost: number
  /** Rest of the month's budget; null for no limit. */
  left: number | null
  /** True when their cost is known. */
  isPriced: boolean
}

/** A server of language models that was found. */
export interface ModelServer {
  /** Of the program; empty without an answer. */
  kind: string
  /** As AI_BASE_URL; without an answer the address as given. */
  baseUrl: string
  /** Models of the server; embedding models are not among them. */
  models: string[]
  /** Reason why it names none: no server answers, it requires a key, it has none. */
  errorState: 'nobody' | 'wants_key' | 'empty' | null
}

/** Note on a model that was written into the settings; `name` is a setting's or a model's. */
export interface ChoiceNote {
  note: 'key_stays' | 'judge_stays' | 'prices_stay' | 'environment_wins' | 'restart'
  name: string
}

export interface ModelCommands {
  /** Throws `unprocessable` where there is no model to ask, or too little of the budget is left. */
  planExams(request: ExamRequest): Promise<ExamsPlan>
  /** Queues them for a worker. `unchanged` while others are under way. */
  startExams(request: ExamRequest): Promise<Outcome>
  /** Why the last ones did not come to their end; null where they did. */
  examsState(): Promise<{ isRunning: boolean; error: string | null }>
  /** On this machine, and at addresses that are given with or without a port. */
  findServers(addresses: string[]): Promise<ModelServer[]>
  /** Writes a model that a server has just named into `.env`; returns what to look at afterwards. */
  chooseModel(baseUrl: string, model: string): Promise<ChoiceNote[]>
}
