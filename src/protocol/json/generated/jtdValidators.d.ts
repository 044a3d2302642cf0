/** An error of Ajv's JSON Type Definition mode: what the compiled checks report. */
export interface JtdError {
  /** JSON Pointer. */
  readonly instancePath: string;
  /** JSON Pointer. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: {
    readonly error?: string;
    readonly type?: string;
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly string[];
  };
}

export interface JtdValidator {
  (data: unknown): boolean;
  errors: readonly JtdError[] | null;
}

export declare const protocols: JtdValidator;
export declare const publicGroup: JtdValidator;
export declare const addressData: JtdValidator;
export declare const rpcRequest: JtdValidator;
export declare const rpcResponse: JtdValidator;
