import { useCheapPasswordHashes } from "./cheap-password-hashes.ts";

// Imported by the threads of a cloud's functions.
useCheapPasswordHashes();
