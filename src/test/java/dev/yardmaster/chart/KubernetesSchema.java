package dev.yardmaster.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.util.Map;

/**
 * Whether Kubernetes, and the Prometheus operator, would take a document: no field that they do not
 * know, none missing that they need, none of a wrong type.
 */
final class KubernetesSchema {

  private interface Check {
    void accept(JsonElement document) throws IOException;
  }

  /** By API version and kind; of a kind that is not here nobody could say whether it is right. */
  private static final Map<String, Check> CHECKS =
      Map.ofEntries(
          Map.entry("v1 ConfigMap", V1ConfigMap::validateJsonElement),
          Map.entry("v1 Secret", V1Secret::validateJsonElement),
          Map.entry("v1 Service", V1Service::validateJsonElement),
          Map.entry("v1 Pod", V1Pod::validateJsonElement),
          Map.entry("apps/v1 Deployment", V1Deployment::validateJsonElement),
          Map.entry("apps/v1 StatefulSet", V1StatefulSet::validateJsonElement),
          Map.entry("networking.k8s.io/v1 Ingress", V1Ingress::validateJsonElement),
          Map.entry("networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy::validateJsonElement),
          Map.entry("policy/v1 PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement),
          Map.entry("monitoring.coreos.com/v1 ServiceMonitor", of(ServiceMonitor.class)),
          Map.entry("monitoring.coreos.com/v1 PrometheusRule", of(PrometheusRule.class)));

  /**
   * These models keep what they do not know, for the sake of newer servers; here it is an error.
   */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated member) {
                  return false;
                }
              });

  private KubernetesSchema() {}

  /**
   * @throws IllegalArgumentException if it would be refused
   */
  static void check(Manifest manifest) {
    String kind = manifest.at("/apiVersion").asString() + " " + manifest.kind();
    Check check = CHECKS.get(kind);
    if (check == null) {
      throw new IllegalArgumentException("no schema for " + kind);
    }
    try {
      check.accept(JsonParser.parseString(manifest.tree().toString()));
    } catch (IOException | RuntimeException refused) {
      throw new IllegalArgumentException(manifest + ": " + refused.getMessage(), refused);
    }
  }

  private static Check of(Class<?> model) {
    return document -> read(model, document);
  }

  private static void read(Class<?> model, JsonElement document) throws JsonProcessingException {
    STRICT.readValue(document.toString(), model);
  }
}
