import { defineConfig, type ProxyOptions } from "vite";

/** A service to develop against: pages and calls go there, the scripts come from here. */
const SERVICE = process.env["YARDMASTER_URL"] ?? "http://127.0.0.1:8080";

/** The service answers its own pages only, and they allow no script but the built one. */
const service: ProxyOptions = {
  target: SERVICE,
  changeOrigin: true,
  ws: true,
  configure: (proxy) => {
    proxy.on("proxyReq", (request) => request.setHeader("Origin", SERVICE));
    proxy.on("proxyReqWs", (request) => request.setHeader("Origin", SERVICE));
    proxy.on("proxyRes", (reply) => delete reply.headers["content-security-policy"]);
  },
};

export default defineConfig({
  base: "/app/",
  publicDir: false,
  plugins: [
    {
      name: "the-page-asks-for-the-built-script",
      configureServer: (server) => {
        server.middlewares.use((request, _reply, next) => {
          if (request.url === "/app/app.js") {
            request.url = "/app/src/main.tsx";
          }
          next();
        });
      },
    },
  ],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The licences of what is in the bundle go with it.
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        entryFileNames: "app.js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: "app[extname]",
      },
    },
  },
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "[name]-[hash].js" } } },
  server: { proxy: { "^/(?!app/)": service } },
});
